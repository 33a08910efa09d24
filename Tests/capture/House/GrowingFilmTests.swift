import Foundation
import Reel
import Testing

@Suite("Growing films") struct GrowingFilmTests {
  private let size = PixelSize(width: 64, height: 64)

  /// A recording that has written some of its film.
  private func recording(_ workspace: Workspace) async throws -> MovieWriter {
    let configuration = VideoConfiguration(size: size, frameRate: 10, delay: .none)
    let writer = try MovieWriter(to: .file(workspace.url("a.mp4")), configuration: configuration)
    for index in 0..<20 { try await writer.append(Bitmap(size: size), changed: .all(of: size), at: index) }
    return writer
  }

  private func byteCount(_ workspace: Workspace) throws -> Int {
    try Data(contentsOf: workspace.url("a.partial.mp4")).count
  }

  @Test("No output may have the path of a growing film or link to it, and the film is unharmed")
  func names() async throws {
    let workspace = try Workspace()
    let writer = try await recording(workspace)
    let files = FileManager.default
    try files.createSymbolicLink(atPath: workspace.url("l.mp4").path, withDestinationPath: "a.partial.mp4")
    try files.copyItem(at: workspace.url("a.partial.mp4"), to: workspace.url("other.mp4"))
    let before = try byteCount(workspace)
    for words in [
      "--frames 2 --size 64x64 -o a.partial.mp4", "--frames 2 --size 64x64 -o l.mp4", "fixture -o a.partial.mp4",
      "trace --letters A --export a.partial.mp4 --force", "--frames 2 --size 64x64 -o b.mp4 --recipe a.partial.mp4",
      "recover other.mp4 -o a.partial.mp4", "recover other.mp4 -o l.mp4", "--frames 2 --size 64x64 -o b.partial.mkv",
      "still -o b.partial.png",
    ] {
      let result = try await CaptureProcess.run(words.split(separator: " ").map(String.init), in: workspace.folder)
      #expect(result.status == 73, "\(words): \(result.error)")
      #expect(result.error.contains("ends in .partial"), "\(words): \(result.error)")
      #expect(try byteCount(workspace) == before)
    }
    #expect(try await writer.finish().frameCount == 20)
    #expect(try workspace.files == ["a.mp4", "l.mp4", "other.mp4"])
  }

  @Test("A renamed growing film is not replaced either")
  func moved() async throws {
    let workspace = try Workspace()
    let writer = try await recording(workspace)
    try FileManager.default.moveItem(at: workspace.url("a.partial.mp4"), to: workspace.url("b.mp4"))
    let before = try Data(contentsOf: workspace.url("b.mp4"))
    let result = try await workspace.capture("--frames", "2", "--size", "64x64", "-o", "b.mp4", "--force")
    #expect(result.status == 73)
    #expect(result.error.contains("another recording"), "\(result.error)")
    #expect(try Data(contentsOf: workspace.url("b.mp4")) == before)
    await writer.cancel()
  }

  @Test("A growing film truncated by another program ends the recording with an error, and the rest stays")
  func truncated() async throws {
    let workspace = try Workspace()
    let writer = try await recording(workspace)
    let path = workspace.url("a.partial.mp4").path
    #expect(truncate(path, 100) == 0)
    let error = await #expect(throws: OutputError.self) {
      for index in 20..<60 { try await writer.append(Bitmap(size: size), changed: .all(of: size), at: index) }
      try await writer.finish()
    }
    #expect(
      error?.description.contains("truncated or changed by another program") == true, "\(String(describing: error))")
    #expect(try workspace.files == ["a.partial.mp4"])
    #expect(try byteCount(workspace) == 100)
  }

  @Test(
    "An unfinished recording can be finished through a link, and keeps its permissions",
    arguments: [0o600, 0o640, 0o644])
  func recovered(mode: mode_t) async throws {
    let workspace = try Workspace()
    let writer = try await recording(workspace)
    _ = await writer.abandon()
    #expect(chmod(workspace.url("a.partial.mp4").path, mode) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: workspace.url("l.partial.mp4").path, withDestinationPath: "a.partial.mp4")
    let result = try await workspace.capture("recover", "l.partial.mp4")
    #expect(result.status == 0, "\(result.error)")
    #expect(try MovieReader(url: workspace.url("a.mp4")).facts.frameCount != 0)
    var status = stat()
    #expect(stat(workspace.url("a.mp4").path, &status) == 0 && status.st_mode & 0o777 == mode)
  }
}
