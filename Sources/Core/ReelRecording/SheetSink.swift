import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// A sink that puts some frames of a film on one picture: a contact sheet, or a poster of one frame.
///
/// The path holds what was there before or the whole picture. A film that ends early has those frames on it that came; a poster
/// is its last one then.
public actor SheetSink: FrameSink {
  private let sheet: ContactSheet
  private let path: String
  private let replacing: ReplacementPolicy
  private let executor = SerialQueueExecutor(label: "reel.sheet-sink")
  private var draft: OutputDraft?
  private var bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
  private var wanted: [Int] = []
  private var doneCount = 0
  /// The frame that came last.
  private var held: Bitmap?

  /// A queue of its own, since packing and writing files block.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates a sink; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - sheet: which frames stand on the picture, and how.
  ///   - path: the file, which ends in `.png`, `.jpg` or `.webp`.
  ///   - replacing: what may be replaced.
  public init(_ sheet: ContactSheet, path: String, replacing: ReplacementPolicy = .named) {
    self.sheet = sheet
    self.path = path
    self.replacing = replacing
  }

  /// Checks the sheet; a picture needs little space.
  ///
  /// - Throws: `InvalidValue` for a sheet that cannot be, and for an ending that names no picture.
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

  /// Checks the path, and sees to it that nobody else makes the same file.
  ///
  /// - Throws: `InvalidValue` for a stream whose length is not known; `OutputError` for a path that cannot be.
  public func begin(_ stream: FrameStream) throws {
    try format.check(stream)
    guard let frameCount = stream.frameCount else {
      throw InvalidValue(
        "sheet", path,
        sentence: "which frames stand on \(path) depends on how long the film is: give a number of frames")
    }
    try sheet.validate(frameCount: frameCount, stream.frameRate)
    wanted = sheet.frames(of: frameCount, stream.frameRate)
    draft = try OutputDraft(for: OutputFile(path: path, replacing: replacing), isAlone: true)
    bitmap = Bitmap(size: sheet.size(of: stream.size))
  }

  /// Keeps the frame until the next one comes.
  ///
  /// - Throws: `CairoError` where there is no memory.
  public func append(_ frame: Frame) throws {
    guard draft != nil else { throw MovieError.writerClosed }
    try fill(upTo: frame.time.index)
    if held == nil || !frame.changed.isEmpty { held = frame.bitmap }
  }

  /// Writes the picture and gives the file its name.
  ///
  /// - Throws: `OutputError` where it can't be written; `MovieError.noFrames` when there are none.
  public func finish(frameCount: Int) throws -> RecordedOutput {
    guard let draft = draft.take() else { throw MovieError.writerClosed }
    guard frameCount > 0, held != nil else { throw MovieError.noFrames(path: path) }
    // A film that ended early has no later frame for a poster.
    if wanted.count == 1 { wanted = [min(wanted[0], frameCount - 1)] }
    try fill(upTo: frameCount)
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

  /// Removes what was begun; an older file of the same name stays.
  public func cancel() { draft = nil }

  /// Draws the frames with numbers below `end` that have no picture yet.
  private func fill(upTo end: Int) throws {
    guard let held else { return }
    while doneCount < wanted.count, wanted[doneCount] < end {
      let rect = sheet.rect(of: doneCount, film: held.size)
      try bitmap.draw { $0.draw(held, in: rect) }
      doneCount += 1
    }
  }
}
