import Foundation
import ReelTestSupport
import Testing

@Suite("Joins that wait for parts")
struct JoinWatchTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func run(_ arguments: [String]) async throws -> CaptureProcess {
    try await CaptureProcess.run(arguments, in: workspace.folder)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: workspace.url(name)) }

  @Test("With --watch join waits for the last part")
  func watching() async throws {
    let (processes, continuation) = AsyncStream.makeStream(of: Int32.self)
    async let joined = CaptureProcess.run(
      ["join", "film.parts", "--watch", "-q"], in: workspace.folder, started: { continuation.yield($0) })
    var iterator = processes.makeAsyncIterator()
    let process = try #require(await iterator.next())
    try await workspace.makeParts(FarmCommandTests.film, count: 2, in: "film.parts")
    #expect(try await joined.status == 0)
    #expect(Program.hasEnded(process))
    #expect(try await run(FarmCommandTests.film + ["-o", "one.mp4"]).status == 0)
    #expect(try bytes("film.mp4") == bytes("one.mp4"))
  }

  @Test("With --watch join ends with 66 when the folder goes while it waits", arguments: ["removed", "moved"])
  func watchedFolderGoes(how: String) async throws {
    let folder = workspace.url("film.parts")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let said = workspace.url("said").path
    let (processes, continuation) = AsyncStream.makeStream(of: Int32.self)
    async let joined = CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"exec "$0" join film.parts --watch 2> said"#, CaptureProcess.executable.path], in: workspace.folder,
      started: { continuation.yield($0) })
    var iterator = processes.makeAsyncIterator()
    let process = try #require(await iterator.next())
    while (try? bytes("said").isEmpty) != false, !Program.hasEnded(process) { await Task.yield() }
    if how == "removed" {
      try FileManager.default.removeItem(at: folder)
    } else {
      try FileManager.default.moveItem(at: folder, to: workspace.url("other.parts"))
    }
    let result = try await joined
    #expect(result.status == 66)
    let lines = try String(contentsOfFile: said, encoding: .utf8).split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].contains("capture: waiting for parts: film.parts contains no parts"), "\(lines)")
    #expect(lines.last?.hasPrefix("capture: film.parts was removed or moved while join waited") == true, "\(lines)")
  }

  @Test("With --watch join refuses at once to wait for a folder that can't come or be read, with 66")
  func hopelessWatch() async throws {
    // The current folder is removed.
    let removed = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"mkdir here && cd here && rmdir ../here && exec "$0" join film.parts --watch"#,
        CaptureProcess.executable.path,
      ],
      in: workspace.folder)
    #expect(removed.status == 66 && removed.error.contains("film.parts: no such folder"), "\(removed.error)")
    let nowhere = try await run(["join", "nowhere/film.parts", "--watch", "-o", "film.mp4"])
    #expect(nowhere.status == 66 && nowhere.error.contains("nowhere/film.parts: no such folder"), "\(nowhere.error)")
    try FileManager.default.createDirectory(
      at: workspace.url("film.parts/film.json"), withIntermediateDirectories: true)
    let unread = try await run(["join", "film.parts", "--watch"])
    #expect(unread.status == 66 && unread.error == "capture: film.parts/film.json can't be read: Is a directory\n")
    #expect(try workspace.files == ["film.parts"])
  }
}
