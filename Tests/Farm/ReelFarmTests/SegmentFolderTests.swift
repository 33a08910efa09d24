import Foundation
import Reel
import ReelFarm
import ReelFiles
import Testing

@Suite("Segments made ahead of a film")
struct SegmentFolderTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private var folder: String { workspace.path("film.partial.parts") }

  private func record(_ film: FilmDescription) async throws -> ParallelRecorder {
    let recorder = try ParallelRecorder(
      film, to: workspace.path("film.mp4"), replacing: .never, jobs: 2, isDurable: false)
    recorder.start()
    _ = try await recorder.recording
    return recorder
  }

  @Test("Complete segments of an earlier recording are reused, and the film is the same")
  func takenUp() async throws {
    let film = try Films.small()
    try await Films.record(film, to: workspace.path("one.mp4"))
    for segment in [2, 3] { try await Films.make(segment, of: 3, film, in: folder) }
    // The leftover of a crash during the first segment.
    try Data("reel packets".utf8).write(to: workspace.url("film.partial.parts/.part-1-of-3.reel-part.growing"))
    #expect(try await record(film).takenUpCount == 2)
    #expect(try workspace.bytes("film.mp4") == workspace.bytes("one.mp4"))
    #expect(try workspace.files == ["film.mp4", "one.mp4"])
  }

  @Test("Segments that are broken or of another film are made again, and other files are kept")
  func foreign() async throws {
    let film = try Films.small()
    try await Films.record(film, to: workspace.path("one.mp4"))
    try await Films.make(1, of: 3, Films.small(frames: 389), in: folder)
    try await Films.make(2, of: 4, Films.small(frames: 510), in: folder, replacing: .always)
    try await Films.make(3, of: 3, film, in: folder, replacing: .always)
    let path = workspace.url("film.partial.parts/part-3-of-3.reel-part")
    try Data(contentsOf: path).dropLast().write(to: path)
    try Data("mine".utf8).write(to: workspace.url("film.partial.parts/notes.txt"))
    #expect(try await record(film).takenUpCount == 0)
    #expect(try workspace.bytes("film.mp4") == workspace.bytes("one.mp4"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["notes.txt"])
  }

  @Test(
    "The folder is named after the unfinished film",
    arguments: [
      ("film.mp4", "film.partial.mp4", "film.partial.parts"), ("a.mov", "a.mov.partial.mp4", "a.mov.partial.parts"),
    ])
  func names(film: String, unfinished: String, folder: String) throws {
    let file = try OutputFile(path: workspace.path(film), replacing: .never)
    #expect(SegmentFolder(beside: file).folder.path == workspace.path(folder))
    #expect(SegmentFolder(besideUnfinished: unfinished)?.folder.path == folder)
    #expect(SegmentFolder(besideUnfinished: film) == nil)
  }
}
