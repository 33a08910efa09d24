import Foundation
import Reel
import Testing

@Suite struct TwoAtOnceTests {
  private let size = PixelSize(width: 64, height: 64)

  @Test(
    "However its path is spelled, a film being recorded is found, and a second one is refused with 73",
    arguments: ["d/a.mp4", "./d//a.mp4", "d/../d/a.mp4", "e/a.mp4", "l.mp4", "m.mp4", "absolute"])
  func spellings(path: String) async throws {
    let workspace = try Workspace()
    let files = FileManager.default
    try files.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    try files.createSymbolicLink(atPath: workspace.url("e").path, withDestinationPath: "d")
    try files.createSymbolicLink(atPath: workspace.url("l.mp4").path, withDestinationPath: "e/../d/a.mp4")
    try files.createSymbolicLink(atPath: workspace.url("m.mp4").path, withDestinationPath: workspace.url("l.mp4").path)
    let writer = try MovieWriter(
      to: .file(workspace.url("d/a.mp4")), configuration: VideoConfiguration(size: size, frameRate: 10))
    for index in 0..<3 { try await writer.append(Bitmap(size: size), changed: .all(of: size), at: index) }

    let output = path == "absolute" ? workspace.url("d/a.mp4").path : path
    let refused = try await workspace.capture("--frames", "2", "--size", "64x64", "-q", "-o", output)
    #expect(refused.status == 73)
    #expect(refused.errorLines.count == 1)
    #expect(refused.error.contains("is being written by another recording"), "\(refused.error)")
    #expect(try await writer.finish().frameCount == 3)
    #expect(try files.contentsOfDirectory(atPath: workspace.url("d").path) == ["a.mp4"])
    #expect(try MovieReader(url: workspace.url("d/a.mp4")).facts.frameCount == 3)
  }

  @Test("Of stills or sessions written to one name at once, one is complete, and nothing else is left")
  func singleFiles() async throws {
    let workspace = try Workspace()
    let arguments = [
      ["still", "--at", "1", "--size", "320x180", "-q", "-o"],
      ["still", "--at", "20", "--size", "320x180", "-q", "-o"],
      ["trace", TraceCommandTests.sample("s"), "-q", "--force", "--export"],
    ]
    var whole: [Data] = []
    for (index, words) in arguments.enumerated() {
      let result = try await CaptureProcess.run(words + ["\(index).png"], in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      whole.append(try Data(contentsOf: workspace.url("\(index).png")))
    }
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for words in arguments + arguments {
        group.addTask { try await CaptureProcess.run(words + ["a.png"], in: workspace.folder).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == [0, 0, 0, 0, 0, 0])
    #expect(whole.contains(try Data(contentsOf: workspace.url("a.png"))))
    #expect(try workspace.files == ["0.png", "1.png", "2.png", "a.png"])
  }

  @Test(
    "Of two films in two processes, one is complete, whatever happens first",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func afterTheFirstDied() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "30", "--size", "64x64", "-q", "-o", "a.mp4"]
    // Killed before it wrote a picture: nothing is worth keeping, and its lock went with it.
    _ = try await workspace.capture(film, fault: Fault(kind: "torn", at: 1, call: "write"))
    #expect(try workspace.files == ["a.partial.mp4"])
    let second = try await CaptureProcess.run(film, in: workspace.folder)
    #expect(second.status == 0, "\(second.error)")
    #expect(try workspace.files == ["a.mp4"])
    // Killed while its film moved to its path: what it left in the hidden folder is in nobody's way.
    _ = try await workspace.capture(film, fault: Fault(kind: "kill", at: 1, call: "rename"))
    #expect(try workspace.files == [".a.mp4.final", "a.mp4", "a.partial.mp4"])
    let recovered = try await workspace.capture("recover", "a.partial.mp4")
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(try workspace.files == ["a.mp4"])
  }
}
