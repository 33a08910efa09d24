import ReelCanvas
import ReelFiles
import ReelPlatform
import ReelRecording
import ReelTiming
import ReelVideo
import Testing

/// Compares drawings with approved pictures in a folder next to the tests.
///
///     @Test func half() throws {
///       var picture = Bitmap(width: 200, height: 120)
///       try picture.draw { Gauge.draw(in: $0, share: 0.5) }
///       Goldens().expect(picture, matches: "half", within: .perceptual(2))
///     }
///
/// A picture that does not match fails the test and is attached to it, together with a picture of the differences. To save attachments,
/// run `swift test --attachments-path FOLDER`. With `REEL_RECORD=1` in the environment, goldens that do not match are rewritten, and the
/// test fails once more to report it: look at them, commit them, and run again without `REEL_RECORD`.
///
/// Goldens are PNG files. Text depends on the machine's fonts, so use shapes, or a tolerance that allows for different letters.
public struct Goldens: Sendable {
  /// The folder, which ends in a slash.
  let folder: String
  let isRecording: Bool

  /// Selects the folder of the goldens.
  ///
  /// - Parameters:
  ///   - name: the folder, next to the file.
  ///   - file: the test's file.
  public init(_ name: String = "Goldens", beside file: String = #filePath) {
    self.init(name, beside: file, isRecording: ProcessInfo.processInfo.environment["REEL_RECORD"] == "1")
  }

  init(_ name: String, beside file: String, isRecording: Bool) {
    folder = OutputFile.split(file).prefix + name + "/"
    self.isRecording = isRecording
  }

  /// Compares a picture with `NAME.png` among the goldens, and fails the test if it does not match.
  public func expect(
    _ picture: Bitmap, matches name: String, within tolerance: Tolerance = .exact,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let failure = failure(of: picture, name, tolerance) else { return }
    failure.record(at: sourceLocation)
  }

  /// Draws frames of a film, and compares each with `NAME/NNNN.png` among the goldens.
  ///
  /// - Parameters:
  ///   - source: draws the frames; indices that are not requested are skipped, as in live recording.
  ///   - frames: the numbers of the frames.
  ///   - frameRate: the frame rate.
  ///   - name: the folder of the film among the goldens.
  ///   - tolerance: the maximum difference of a frame from its golden.
  ///   - sourceLocation: the line reported for a failure.
  /// - Throws: any error of the source.
  public func expect(
    _ source: some FrameSource, frames: some Sequence<Int>, frameRate: FrameRate = 10, matches name: String,
    within tolerance: Tolerance = .exact, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var source = source
    var check = FilmCheck(self, name, tolerance)
    var bitmap = Bitmap(size: source.size)
    for index in Set(frames).sorted() {
      _ = try source.draw(at: FrameTime(index: index, frameRate: frameRate), into: &bitmap)
      check.add(bitmap, index)
    }
    check.end()?.record(at: sourceLocation)
  }

  /// Decodes a film, and compares its frames with `NAME/NNNN.png` among the goldens.
  ///
  /// Encoding is lossy: flat colours come back within `.channels(3)`, and edges in 4:2:0 need an `exceptShare`.
  ///
  /// - Parameters:
  ///   - url: the film.
  ///   - frames: the numbers of the frames; nil for all frames, whose number must equal the number of goldens.
  ///   - name: the folder of the film among the goldens.
  ///   - tolerance: the maximum difference of a frame from its golden.
  ///   - sourceLocation: the line reported for a failure.
  /// - Throws: `MovieError` and `FFmpegError` for a film that can't be read.
  public func expect(
    film url: URL, frames: [Int]? = nil, matches name: String,
    within tolerance: Tolerance = .channels(3), sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try failure(ofFilm: url, frames, name, tolerance)?.record(at: sourceLocation)
  }

  /// Compares a film's frames with their goldens, and returns the failure, or nil.
  func failure(ofFilm url: URL, _ frames: [Int]?, _ name: String, _ tolerance: Tolerance) throws -> GoldenFailure? {
    var check = FilmCheck(self, name, tolerance)
    var wanted = frames.map { Set($0) }
    let reader = try MovieReader(url: url)
    var index = 0
    while wanted?.isEmpty != true, let frame = try reader.nextFrame() {
      if wanted == nil || wanted?.remove(index) != nil { check.add(try frame.bitmap(), index) }
      index += 1
    }
    if let missing = wanted?.min() { check.lacks(frame: missing, ofFilmWith: index) }
    return check.end()
  }

  /// Compares a picture with its golden, or writes the golden, and returns the failure, or nil.
  func failure(of picture: Bitmap, _ name: String, _ tolerance: Tolerance) -> GoldenFailure? {
    let path = folder + name + ".png"
    do {
      let png = try picture.pngData()
      func attached(_ comparison: PictureComparison? = nil) throws -> [GoldenFailure.Picture] {
        let stem = name.split(separator: "/").joined(separator: "-")
        var pictures = [GoldenFailure.Picture(name: stem + ".wrong.png", png: png)]
        if let difference = try comparison?.picture?.pngData() {
          pictures.append(GoldenFailure.Picture(name: stem + ".difference.png", png: difference))
        }
        return pictures
      }
      var reason = "there is no golden \(path)"
      var pictures = try attached()
      if OutputFile.exists(path) {
        let golden = try Bitmap(contentsOf: URL(filePath: path))
        // PNG un-premultiplies and rounds colours, so the drawing is converted in the same way.
        let drawn = golden == picture ? picture : try Bitmap(png: png)
        let comparison = PictureComparison(drawn, with: golden, within: tolerance)
        if comparison.matches { return nil }
        (reason, pictures) = ("\(name) does not match its golden: \(comparison)", try attached(comparison))
      }
      guard isRecording else {
        return GoldenFailure(reason + "; REEL_RECORD=1 rewrites it: look at it and commit it", pictures)
      }
      try write(png, to: path)
      return GoldenFailure("wrote \(path): look at it, commit it, and run again without REEL_RECORD", [])
    } catch {
      return GoldenFailure("\(path) can't be compared or written: \(error)", [])
    }
  }

  private func write(_ png: [UInt8], to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: OutputFile.split(path).folder, withIntermediateDirectories: true)
    try OutputFile(path: path, replacing: .always).put(png)
  }
}
