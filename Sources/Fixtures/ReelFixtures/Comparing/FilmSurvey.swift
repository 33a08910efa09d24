import Dispatch
import ReelCanvas
import ReelClips
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo
import Synchronization

/// The first pass over a film that is compared with another: fingerprints of frames, borders, loudness.
struct FilmSurvey: Sendable {
  /// A film to survey.
  struct Source: Sendable {
    /// The path of the movie.
    var path: String
    /// The folder that must contain every file a playlist refers to; nil for the playlist's folder.
    var folder: String?
    /// The part of the upright pictures that both films show; nil for all of it.
    var area: PictureArea?

    /// Opens the film.
    func open(withSound: Bool) throws -> ClipReader {
      try ClipReader(
        path: path, withSound: withSound, pictureRate: 25,
        playlistFolder: path.hasSuffix(".m3u8") ? folder ?? OutputFile.split(path).folder : nil)
    }
  }

  private let path: String
  let facts: MovieFacts
  let orientation: ImageOrientation
  /// The width of an upright picture's pixels divided by their height.
  let pixelAspect: Double
  private(set) var print: FilmPrint
  private(set) var sound: SoundEnvelope?
  private(set) var channels = SoundChannels()
  private(set) var spectrum = SoundSpectrum()
  private(set) var borders = BorderSurvey()
  private(set) var damageCount = 0
  /// The part of the pictures that is surveyed.
  private let area: PictureArea
  /// The offset of all times in seconds.
  private let shift: Double
  /// The expected time of the next picture in seconds.
  private var next = 0.0

  /// The size of the upright pictures.
  var size: PixelSize { orientation.oriented(facts.size) }

  /// The offset of all times in seconds, which FFmpeg's muxer adds in a transport stream.
  static func shift(_ facts: MovieFacts) -> Double {
    facts.container == "mpegts" ? MediaContainer.ts.timeShift.seconds : 0
  }

  /// Surveys two films in parallel.
  ///
  /// - Throws: `MovieError.unreadable` for a film that cannot be read.
  static func pair(_ a: Source, _ b: Source) throws -> (FilmSurvey, FilmSurvey) {
    let surveys = try begun(a, b)
    let results = Mutex<[Int: Result<FilmSurvey, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      let result = Result { try (index == 0 ? surveys.0 : surveys.1).completed(index == 0 ? a : b) }
      results.withLock { $0[index] = result }
    }
    guard let first = results.withLock({ $0[0] }), let second = results.withLock({ $0[1] }) else {
      preconditionFailure("a film was not surveyed")
    }
    var (one, other) = (try first.get(), try second.get())
    alignGrids(&one, &other)
    return (one, other)
  }

  /// Gives two surveys the coarser one of their grids, as the longer film may have.
  static func alignGrids(_ a: inout FilmSurvey, _ b: inout FilmSurvey) {
    guard a.print.grid != b.print.grid else { return }
    let coarser = a.print.grid.count < b.print.grid.count ? a.print.grid : b.print.grid
    a.print = a.print.reduced(to: coarser)
    b.print = b.print.reduced(to: coarser)
  }

  /// Returns surveys of two films that have not seen a picture yet.
  ///
  /// - Throws: `MovieError.unreadable` for a film that cannot be read.
  static func begun(_ a: Source, _ b: Source) throws -> (FilmSurvey, FilmSurvey) {
    var surveys = try [a, b].map { FilmSurvey($0, try $0.open(withSound: true)) }
    let grid = PrintGrid(fitting: surveys.map { PixelSize(width: $0.area.x.count, height: $0.area.y.count) })
    for index in surveys.indices { surveys[index].print = FilmPrint(grid: grid) }
    return (surveys[0], surveys[1])
  }

  private init(_ source: Source, _ reader: ClipReader) {
    (path, facts, orientation) = (source.path, reader.facts, reader.orientation)
    let ratio = reader.pixelAspect.ratio
    let size = orientation.oriented(facts.size)
    pixelAspect = size == facts.size ? ratio : 1 / ratio
    area = source.area ?? PictureArea(size)
    print = FilmPrint(grid: PrintGrid(columns: 1, rows: 1))
    sound = reader.soundCodec == nil ? nil : SoundEnvelope()
    shift = Self.shift(facts)
  }

  /// Returns the survey of the whole film.
  private func completed(_ source: Source) throws -> FilmSurvey {
    var survey = self
    let reader = try source.open(withSound: true)
    while let item = reader.next() { _ = try survey.take(item) }
    try survey.finish(errors: reader.errorCount)
    return survey
  }

  /// Adds the next item of the film; returns a picture's upright luma.
  mutating func take(_ item: ClipReader.Item) throws -> LumaPlane? {
    switch item {
    case .picture(let frame):
      let interval = 1 / (facts.frameRate ?? 25).framesPerSecond
      let time = frame.pts.map { $0.seconds - shift } ?? next
      next = time + interval
      if frame.isCorrupt { damageCount += 1 }
      let plane = try frame.uprightLuma(orientation)
      guard plane.size == size else { throw MovieError.unreadable(path: path, reason: "its size changes") }
      if print.count % BorderSurvey.step == 0 { borders.add(plane) }
      print.append(plane, area: area, time: time)
      return plane
    case .sound(let samples):
      let start = samples.pts.map { $0.seconds - shift }
      sound?.append(samples.samples, start: start, rate: Double(samples.sampleRate))
      channels.append(samples, start: start)
      spectrum.append(samples)
      return nil
    }
  }

  /// Ends the survey.
  ///
  /// - Parameter errors: The number of errors that the decoder counted.
  mutating func finish(errors: Int) throws {
    damageCount += errors
    guard print.count > 0 else {
      throw MovieError.unreadable(path: path, reason: "none of its pictures can be decoded (\(facts.codec))")
    }
  }
}

extension ClipFrame {
  /// Returns the luma of the picture turned upright.
  func uprightLuma(_ orientation: ImageOrientation) throws -> LumaPlane {
    let plane = LumaPlane(size: size, bytes: try luma().samples)
    guard orientation != .up else { return plane }
    return plane.fitted(by: orientation.transform(of: size), to: orientation.oriented(size))
  }
}

/// Finds bars at the edges that stay the same in all pictures of a film.
struct BorderSurvey: Sendable {
  /// The distance between the pictures that are examined.
  static let step = 8
  /// The maximum difference in luma between two pixels of a bar.
  private static let spread: UInt8 = 12

  private var size = PixelSize(width: 0, height: 0)
  private var rows: [(low: UInt8, high: UInt8)] = []
  private var columns: [(low: UInt8, high: UInt8)] = []

  mutating func add(_ plane: LumaPlane) {
    if size != plane.size {
      size = plane.size
      rows = Array(repeating: (255, 0), count: size.height)
      columns = Array(repeating: (255, 0), count: size.width)
    }
    plane.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<size.height {
        var (low, high) = rows[y]
        for x in 0..<size.width {
          let level = bytes[y * size.width + x]
          (low, high) = (min(low, level), max(high, level))
          columns[x] = (min(columns[x].low, level), max(columns[x].high, level))
        }
        rows[y] = (low, high)
      }
    }
  }

  /// The part of the pictures within the bars; the whole if nothing is left.
  var content: PictureArea {
    func range(_ lines: [(low: UInt8, high: UInt8)]) -> Range<Int>? {
      let isBar = { (line: (low: UInt8, high: UInt8)) in line.high - min(line.low, line.high) <= Self.spread }
      guard let first = lines.firstIndex(where: { !isBar($0) }), let last = lines.lastIndex(where: { !isBar($0) })
      else {
        return nil
      }
      return first..<last + 1
    }
    guard let x = range(columns), let y = range(rows) else { return PictureArea(size) }
    return PictureArea(x: x, y: y)
  }
}
