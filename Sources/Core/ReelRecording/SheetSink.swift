import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// A sink that puts some frames of a film on one picture: a contact sheet, or a poster of one frame.
///
/// The path holds the previous file or the whole picture. If the film ends early, the sheet has the frames that were
/// recorded, and a poster shows the last of them. A poster without a time leaves out frames that are almost of one colour
/// where there are others: films fade out, and the windows of a program are often closed before its film ends.
/// The frames of a sheet differ where the film's do (`SheetChoice`).
public actor SheetSink: FrameSink {
  private let sheet: ContactSheet
  private let path: String
  private let replacing: ReplacementPolicy
  private let executor = SerialQueueExecutor(label: "reel.sheet-sink")
  private var draft: OutputDraft?
  private var bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
  private var wanted: [Int] = []
  private var filmSize = PixelSize(width: 1, height: 1)
  /// The choice of a sheet's frames; nil for a poster.
  private var choice: SheetChoice?
  /// The number of the first frame that looks like the last one received.
  private var heldSince = 0
  /// Whether it is a poster without a time.
  private var showsLit = false
  /// The last frame received.
  private var held: Bitmap?
  /// The frame of a poster with a time, or the latest one before it.
  private var timed: Bitmap?
  /// The last frame that shows something, for a poster without a time; nil before the first one.
  private var lit: Bitmap?

  /// A dedicated queue, because encoding and writing files block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink without opening anything.
  ///
  /// - Parameters:
  ///   - sheet: The frames to show and their arrangement.
  ///   - path: The file, which ends in `.png`, `.jpg` or `.webp`.
  ///   - replacing: Which existing files may be replaced.
  public init(_ sheet: ContactSheet, path: String, replacing: ReplacementPolicy = .named) {
    self.sheet = sheet
    self.path = path
    self.replacing = replacing
  }

  /// Checks the sheet; a picture needs little space.
  ///
  /// - Throws: `InvalidValue` for an impossible sheet, and for an ending that is not a picture format.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    try format.check(stream)
    if let frameCount { try sheet.validate(frameCount: frameCount, stream.frameRate) }
    return nil
  }

  private nonisolated var format: PictureFormat {
    get throws(InvalidValue) {
      guard let format = PictureFormat(endingOf: path) else {
        throw InvalidValue("picture", path, expected: "a name that ends in .png, .jpg or .webp")
      }
      return format
    }
  }

  /// Checks the path, and ensures that no other recording writes the same file.
  ///
  /// - Throws: `InvalidValue` for several frames of a stream of unknown length; `OutputError` for an invalid path.
  public func begin(_ stream: FrameStream) throws {
    try format.check(stream)
    if let frameCount = stream.frameCount {
      try sheet.validate(frameCount: frameCount, stream.frameRate)
    } else if !sheet.isPoster {
      throw InvalidValue(
        "sheet", path,
        sentence: "\(path) needs a film of known length: set its seconds or frames")
    }
    wanted = sheet.frames(of: stream.frameCount ?? .max, stream.frameRate)
    showsLit = sheet.isPoster && sheet.time == nil
    draft = try OutputDraft(for: OutputFile(path: path, replacing: replacing), isAlone: true)
    filmSize = stream.size
    bitmap = Bitmap(size: sheet.size(of: stream.size))
    if let frameCount = stream.frameCount, !sheet.isPoster {
      choice = SheetChoice(wanted, of: frameCount, cell: sheet.cell(of: stream.size))
    }
  }

  /// Keeps the frame until the next one arrives.
  ///
  /// - Throws: `CairoError` if memory runs out.
  public func append(_ frame: Frame) throws {
    guard draft != nil else { throw MovieError.writerClosed }
    guard held == nil || !frame.changed.isEmpty else { return }
    try fill(upTo: frame.time.index)
    (held, heldSince) = (frame.bitmap, frame.time.index)
    if showsLit, frame.bitmap.showsSomething { lit = frame.bitmap }
  }

  /// Writes the picture and gives the file its name.
  ///
  /// - Throws: `OutputError` if the file can't be written; `MovieError.noFrames` if there are no frames.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    guard let draft = draft.take() else { throw MovieError.writerClosed }
    guard frameCount > 0, held != nil else { throw MovieError.noFrames(path: path) }
    try fill(upTo: frameCount)
    try arrange()
    let data = try format.data(of: bitmap)
    do throws(SystemError) {
      try OutputFile.write(data, to: draft.path)
    } catch {
      throw draft.failure(error)
    }
    var output = RecordedOutput(url: URL(fileURLWithPath: path), byteCount: try draft.commit())
    output.size = bitmap.size
    return output
  }

  /// Removes the unfinished output; an older file of the same name stays.
  public func cancel() { draft = nil }

  /// Notes that the last frame received is shown until frame `end`.
  private func fill(upTo end: Int) throws {
    guard let held, end > heldSince else { return }
    try choice?.note(held, for: heldSince..<end)
    if choice == nil, wanted[0] >= heldSince { timed = held }
  }

  /// Draws the frames on the picture.
  private func arrange() throws {
    guard let choice else {
      guard let frame = lit ?? timed ?? held else { return }
      return try bitmap.draw { $0.draw(frame, in: sheet.rect(of: 0, film: frame.size)) }
    }
    let size = bitmap.size.size
    try bitmap.draw { context in
      if let ground = choice.ground, ground.alpha == 255 {
        let color = Color(
          red: Double(ground.red) / 255, green: Double(ground.green) / 255, blue: Double(ground.blue) / 255)
        context.fill(Rect(origin: .zero, size: size), with: color)
      }
      for (number, panel) in choice.panels.enumerated() {
        if let panel { context.draw(panel, at: sheet.rect(of: number, film: filmSize).origin) }
      }
    }
  }
}

extension Bitmap {
  /// Whether more differs from the first pixel, and from the last, than a pointer would cover.
  var showsSomething: Bool {
    let limit = 1024 + size.width * size.height / 1000
    return withUnsafeBytes { bytes in
      let rows = (0..<size.height).lazy.map { row in
        UnsafeRawBufferPointer(rebasing: bytes[row * bytesPerRow..<row * bytesPerRow + 4 * size.width])
          .assumingMemoryBound(to: UInt32.self)
      }
      let (first, last) = (rows[0][0], rows[size.height - 1][size.width - 1])
      var (different, others) = (0, 0)
      for row in rows {
        for pixel in row {
          if pixel != first { different += 1 }
          if pixel != last { others += 1 }
        }
        if different > limit, others > limit { return true }
      }
      return false
    }
  }
}
