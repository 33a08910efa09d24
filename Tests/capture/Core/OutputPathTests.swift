import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite struct OutputPathTests {
  private func film(_ workspace: Workspace, _ arguments: String...) async throws -> CaptureProcess {
    try await CaptureProcess.run(["--frames", "3", "--size", "64x64", "-q"] + arguments, in: workspace.folder)
  }

  @Test("Films and pictures follow a link, and the link stays", arguments: ["real.mp4", "real.png"])
  func link(name: String) async throws {
    let workspace = try Workspace()
    let files = FileManager.default
    try Data("old".utf8).write(to: workspace.url(name))
    let link = name.replacingOccurrences(of: "real", with: "link")
    try files.createSymbolicLink(atPath: workspace.url(link).path, withDestinationPath: name)
    let result =
      name.hasSuffix(".png")
      ? try await workspace.capture("still", "--at", "1", "-o", link) : try await film(workspace, "-o", link)
    #expect(result.status == 0, "\(result.error)")
    #expect(try files.destinationOfSymbolicLink(atPath: workspace.url(link).path) == name)
    #expect(try Data(contentsOf: workspace.url(name)).count > 500)
    #expect(try workspace.files == [link, name])
  }

  @Test("A dangling link counts as an existing file for --no-clobber, before any work")
  func danglingLink() async throws {
    let workspace = try Workspace()
    try FileManager.default.createSymbolicLink(
      atPath: workspace.url("a.mp4").path, withDestinationPath: "nowhere.mp4")
    let result = try await film(workspace, "--no-clobber", "-o", "a.mp4")
    #expect(result.status == 73)
    #expect(result.error == "capture: a.mp4 already exists and must not be replaced: choose another name\n")
    #expect(try workspace.files == ["a.mp4"])
  }

  @Test(
    "A name that ends in a slash is a folder of pictures, whatever comes before the slash",
    arguments: ["a.mp4", "a.png"])
  func slash(name: String) async throws {
    let workspace = try Workspace()
    let result = try await film(workspace, "-o", name + "/")
    #expect(result.status == 0, "\(result.error)")
    #expect(try workspace.shown(name) == ["0000.png", "0001.png", "0002.png"])
  }

  @Test("Paths are used as given: `~` is a name, and the system resolves `..` after a link")
  func paths() async throws {
    let workspace = try Workspace()
    for folder in ["~", "a", "a/b"] {
      try FileManager.default.createDirectory(at: workspace.url(folder), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(atPath: workspace.url("l").path, withDestinationPath: "a/b")
    for path in ["~/t.mp4", "l/../t.mp4", "l/../s/", "l/../f%d.png", "-dash.mp4"] {
      #expect(try await film(workspace, "-o", path).status == 0, "\(path)")
    }
    #expect(try await workspace.capture("still", "--at", "1", "-q", "-o", "l/../still.png").status == 0)
    #expect(try await workspace.capture("still", "--at", "1", "-q", "-o", "~/-.png").status == 0)
    let files = FileManager.default
    #expect(try files.contentsOfDirectory(atPath: workspace.url("~").path).sorted() == ["-.png", "t.mp4"])
    #expect(try workspace.shown("a") == ["b", "f0.png", "f1.png", "f2.png", "s", "still.png", "t.mp4"])
    #expect(try workspace.files == ["-dash.mp4", "a", "l", "~"])
  }

  @Test("With --no-clobber, an existing recipe is not replaced, and no film is made")
  func recipe() async throws {
    let workspace = try Workspace()
    try Data("mine".utf8).write(to: workspace.url("r.json"))
    let result = try await film(workspace, "--no-clobber", "--recipe", "r.json", "-o", "a.mp4")
    #expect(result.status == 73)
    #expect(result.error.contains("r.json already exists"), "\(result.error)")
    #expect(try workspace.files == ["r.json"])
    #expect(try Data(contentsOf: workspace.url("r.json")) == Data("mine".utf8))
  }

  @Test("A shorter film in the same folder leaves no picture of the longer one")
  func shorter() async throws {
    let workspace = try Workspace()
    #expect(try await film(workspace, "--frames", "9", "-o", "s/").status == 0)
    #expect(try await film(workspace, "-o", "s/").status == 0)
    #expect(try workspace.shown("s") == ["0000.png", "0001.png", "0002.png"])
  }

  @Test("Of two films to one folder, the second is refused with 73, and the first one's pictures are complete")
  func twoAtOnce() async throws {
    let workspace = try Workspace()
    let (processes, continuation) = AsyncStream.makeStream(of: Int32.self)
    async let first = workspace.capture(
      "--seconds", "86400", "--size", "64x64", "-q", "-o", "s/", started: { continuation.yield($0) })
    var iterator = processes.makeAsyncIterator()
    let process = try #require(await iterator.next())
    let picture = workspace.url("s/.%d.png.partial/0001.png").path
    while !FileManager.default.fileExists(atPath: picture), !Program.hasEnded(process) { await Task.yield() }
    let refused = try await film(workspace, "-o", "s/")
    kill(process, SIGINT)
    #expect(refused.status == 73)
    #expect(refused.error.contains("another recording"), "\(refused.error)")
    #expect(try await first.status == 130)
    let pictures = try workspace.shown("s")
    #expect(pictures.first == "0000.png" && pictures.count > 1)
  }
}
