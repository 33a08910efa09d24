import Foundation
import Reel
import Testing

@Suite("Films of the zoom") struct ZoomCommandTests {
  @Test("A zoom is recorded, and a still of it equals its frame")
  func zoom() async throws {
    let workspace = try Workspace()
    let options = ["--size", "96x64", "--fps", "4", "--seconds", "2", "--center", "1/6", "--factor", "1000"]
    let film = try await CaptureProcess.run(["zoom", "-q", "-o", "z/"] + options, in: workspace.folder)
    #expect(film.status == 0, "\(film.error)")
    let movie = try await CaptureProcess.run(["zoom", "-q"] + options, in: workspace.folder)
    #expect(movie.status == 0, "\(movie.error)")
    #expect(try MovieReader(url: workspace.url("zoom.mp4")).facts.frameCount == 8)
    let still = try await CaptureProcess.run(
      ["still", "-q", "--zoom", "--at", "1.25", "-o", "still.png"] + options, in: workspace.folder)
    #expect(still.status == 0, "\(still.error)")
    let frames = try FileManager.default.contentsOfDirectory(atPath: workspace.url("z").path)
      .filter { !$0.hasPrefix(".") }.sorted()
    #expect(frames.count == 8)
    let frame = try Bitmap(pngAt: workspace.url("z/\(try #require(frames.dropFirst(5).first))"))
    #expect(try Bitmap(pngAt: workspace.url("still.png")) == frame)
  }

  @Test(
    "A film with a size limit has the same bytes each time, and reports what was reduced", arguments: ["h264", "hevc"])
  func limited(codec: String) async throws {
    let workspace = try Workspace()
    let film = ["zoom", "--frames", "40", "--size", "320x180", "--max-bytes", "15kB", "--codec", codec]
    var films: Set<Data> = []
    for _ in 0..<3 {
      let run = try await CaptureProcess.run(film + ["-o", "a.mp4"], in: workspace.folder)
      #expect(run.status == 0, "\(run.error)")
      let words =
        codec == "h264"
        ? "to stay within the bytes allowed): " : "(encoded in one pass to stay within the bytes allowed): "
      #expect(run.error.contains(words) && run.error.contains("a.mp4 (crf ") == (codec == "h264"), "\(run.error)")
      films.insert(try Data(contentsOf: workspace.url("a.mp4")))
    }
    #expect(films.count == 1 && films.allSatisfy { $0.count <= 15_000 })
    if codec == "h264" { #expect(films.allSatisfy { $0.count >= 13_500 }, "\(films.map(\.count))") }
  }
}
