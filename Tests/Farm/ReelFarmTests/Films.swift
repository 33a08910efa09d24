import Foundation
import Reel
import ReelCurves
import ReelFarm
import ReelTestSupport

/// A folder for one test, removed with its contents after the test.
final class Workspace: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-farm-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  var files: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }
}

/// The films of these tests: small, but long enough for several segments.
enum Films {
  /// The scenes of these films.
  static let catalog = SceneCatalog.standard.adding(ZoomFilm.self)

  /// Returns the film that a text describes.
  static func film(_ json: String) throws -> FilmDescription {
    try FilmDescription(json: Array(json.utf8), catalog: catalog)
  }

  /// A film of three segments.
  ///
  /// The second one begins with a repeated picture.
  static func small(frames: Int = 390) throws -> FilmDescription {
    try film(
      #"{"film": {"frames": \#(frames), "fps": 15, "size": "64x48"}, "scenes": [{"snowflake": {"style": "step", "levels": "0...3"}}]}"#
    )
  }

  /// Returns a random film.
  static func random(_ numbers: inout Seeded) throws -> FilmDescription {
    func any(_ words: [String]) -> String { words.randomElement(using: &numbers) ?? "" }
    let scene = any([
      #"{"snowflake": {"style": "grow", "levels": "0...4"}}"#, #"{"snowflake": {"style": "step", "levels": "1...5"}}"#,
      #"{"snowflake": {"style": "draw", "levels": "3", "theme": "paper"}}"#,
      #"{"snowflake": {"style": "grow", "growth": 1, "levels": "0...3"}}"#, #"{"zoom": {"factor": 1.5}}"#,
      #"{"zoom": {"center": "1/7"}}"#, #"{"snowflake": {"style": "draw", "levels": "0...2", "growth": 0.4}}"#,
      #"{"snowflake": {"levels": "0...2"}, "seconds": 4}, {"zoom": {}}"#,
      // Cut at the first frame of a segment at 5, 10 or 15 frames a second.
      #"{"snowflake": {"style": "step", "levels": "2"}, "seconds": 10}, {"zoom": {}, "seconds": 10}, {"zoom": {"factor": 3}}"#,
    ])
    let size = any(["64x48", "96x54", "130x70", "160x90", "50x200"])
    let rate = any(["5", "5", "10", "15", "12.5", "30000/1001", "3"])
    let frames = Int.random(in: 1...520, using: &numbers)
    let output = any([
      "", "", "", #", "output": {"stills": "encode"}"#, #", "output": {"crf": 12, "preset": "ultrafast"}"#,
      #", "output": {"preset": "medium"}"#, #", "output": {"lossless": true, "pixel-format": "yuv444p"}"#,
    ])
    return try film(
      #"{"film": {"frames": \#(frames), "fps": "\#(rate)", "size": "\#(size)"}, "scenes": [\#(scene)]\#(output)}"#)
  }

  /// Records a film as every command does, without jobs or parts.
  static func record(_ film: FilmDescription, to path: String) async throws {
    let encoding = film.output
    let sink = MovieSink(to: .path(path)) { encoding.apply(to: &$0) }
    let recorder = try Recorder(source: try film.source(), sink: sink, tracks: film.tracks)
    _ = try await recorder.record(frames: film.frameCount)
  }

  /// Makes a part of a film.
  static func make(
    _ number: Int, of count: Int, _ film: FilmDescription, in folder: String, replacing: ReplacementPolicy = .named
  ) async throws {
    let folder = PartFolder(folder, replacing: replacing)
    let part = try FilmPart(PartNumber(number, of: count), of: film, in: folder)
    let making = try part.begin()
    _ = try await making.recorder?.record(frames: part.frames.count)
    _ = try making.commit()
  }

  /// Joins the parts in a folder.
  static func join(_ folder: String, to path: String) async throws {
    _ = try await PartJoin(PartFolder(folder), catalog: catalog).write(to: .path(path))
  }
}
