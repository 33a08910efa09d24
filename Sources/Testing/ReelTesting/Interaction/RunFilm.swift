import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelInteraction
import ReelLayers
import ReelPlatform
import ReelRecording
import ReelTiming
import ReelVideo

/// The film of a test's run, in a temporary file.
final class RunFilm {
  private let path: String
  private let writer: FilmWriter
  private let chapters = ArrivingTracks()
  private let scale: Double
  private var bitmap: Bitmap
  private var rings: [ClickRing] = []
  private var chip: KeyChip?
  /// What lies over the previous frame.
  private var covered: [Rect] = []
  private var frameCount = 0

  /// Begins the film of a stage.
  init(of stage: Stage, frameRate: FrameRate) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "reel-run-\(UUID()).mp4").path
    (bitmap, scale) = (Bitmap(size: stage.size), stage.scale)
    var configuration = VideoConfiguration(size: stage.size, frameRate: frameRate)
    // Text and thin lines stay clear.
    configuration.quality = .crf(18)
    var tracks = FilmTracks()
    tracks.arriving = chapters
    writer = try FilmWriter(
      to: .movie(.file(URL(fileURLWithPath: path))), configuration: configuration, tracks: tracks)
  }

  /// Begins a chapter.
  func begin(_ title: String, at seconds: Double) { chapters.add(.chapter(title), at: seconds) }

  /// Shows a tap on a point of the stage.
  func tap(_ point: Point, at seconds: Double) {
    rings.append(ClickRing(center: Point(x: point.x * scale, y: point.y * scale), start: seconds))
  }

  /// Shows typed text.
  func type(_ text: String, at seconds: Double) {
    let shown = text.replacing("\n", with: "↵").replacing("\u{8}", with: "⌫")
    chip = KeyChip(shown, at: seconds, film: bitmap.size)
  }

  /// Draws a frame of the stage.
  func append(_ stage: Stage, _ index: Int, at seconds: Double) throws {
    var changed = try stage.render(at: seconds, into: &bitmap)
    rings.removeAll { $0.isOver(at: seconds) }
    if chip?.isOver(at: seconds) == true { chip = nil }
    let covers = rings.map(\.bounds) + (chip.map { [$0.bounds] } ?? [])
    for rect in covered + covers { changed.insert(rect) }
    covered = covers
    var shown = bitmap
    for ring in rings { try ring.draw(at: seconds, into: &shown) }
    try chip?.draw(into: &shown)
    try writer.append(shown, changed: changed, at: index)
    frameCount = index + 1
  }

  /// Completes the film and returns its bytes.
  func finish() throws -> [UInt8] {
    _ = try writer.finish(frameCount: frameCount)
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Removes what is left of the film.
  func remove() {
    writer.cancel()
    unlink(path)
  }
}
