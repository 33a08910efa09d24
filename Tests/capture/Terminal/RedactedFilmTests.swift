import Foundation
import RandomDrawings
import ReelTestSupport
import ReelTerminal
import Testing

/// The pictures of masked sessions.
@Suite struct RedactedFilmTests {
  private static let others = ["a.mkv", "a.webm", "a.apng", "a.webp", "a/%04d.png", "a.cast", "a.txt"]

  /// Films a session, and returns the bytes of each output.
  private func film(_ cast: Cast, _ options: [String], in workspace: Workspace) async throws -> [String: Data] {
    let folder = workspace.url(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(cast.text.utf8).write(to: folder.appending(path: "session.cast"))
    let result = try await CaptureProcess.run(
      ["terminal", "session.cast", "--fps", "8", "--hold", "0.2", "--size", "160x120", "-q"] + options, in: folder)
    try #require(result.status == 0, "\(options): \(result.error)")
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name != "session.cast" {
      files[name] = FileManager.default.contents(atPath: folder.appending(path: name).path)
    }
    return files
  }

  /// `REEL_REDACTED_FILMS` sets the number of drawings.
  @Test("In random drawings, no frame of any film depends on a masked secret")
  func films() async throws {
    var random = Seeded()
    let start = random.description
    let workspace = try Workspace()
    let count = ProcessInfo.processInfo.environment["REEL_REDACTED_FILMS"].flatMap { Int($0) } ?? 3
    var seen = 0
    while seen < count {
      let drawing = RandomDrawing(random: random, isWhole: true)
      let twin = RandomDrawing(random: random, isWhole: true, isTwin: true)
      random = drawing.random
      let width = Bool.random(using: &random) ? Int.random(in: 12...40, using: &random) : nil
      guard drawing.wasSeen(columns: width), twin.wasSeen(columns: width) else { continue }
      seen += 1
      let names = ["a.mp4", "a.gif", "a.png"] + Self.others.shuffled(using: &random).prefix(2)
      let looks = Self.looks.shuffled(using: &random).prefix(2)
      let common = names.flatMap { ["-o", $0] } + (width.map { ["--cols", "\($0)"] } ?? [])
      func options(_ drawing: RandomDrawing) -> [String] { looks.flatMap { $0(drawing) } + common }
      let masking = ["--redact", drawing.pattern]
      let first = try await film(drawing.cast, options(drawing) + masking, in: workspace)
      let second = try await film(twin.cast, options(twin) + masking, in: workspace)
      let session = "\(start), film \(seen), \(options(drawing)):\n\(drawing.cast.text)"
      #expect(Set(first.keys) == Set(second.keys), "\(session)")
      #expect(first.count >= names.count, "\(session)")
      for (name, bytes) in first { #expect(bytes == second[name], "\(name) shows the secret. \(session)") }
      // The films would differ if the secrets were there.
      if seen == 1 {
        let shown = try await film(drawing.cast, options(drawing), in: workspace)
        let other = try await film(twin.cast, options(twin), in: workspace)
        for name in ["a.mp4", "a.gif"] { #expect(shown[name] != other[name], "\(session)") }
      }
    }
  }

  /// Options that show more of a session, and texts with the secret in them.
  private static let looks: [@Sendable (RandomDrawing) -> [String]] = [
    { $0.hasKeys ? ["--keys"] : [] }, { _ in ["--no-window"] }, { _ in ["--cursor-blink"] }, { _ in ["--speed", "2"] },
    { _ in ["--theme", "paper"] }, { _ in ["--loop-offset", "0.3"] }, { _ in ["--idle-limit", "0.1"] },
    { ["--title", "at \($0.secret)"] }, { ["--highlight", $0.secret] }, { ["--zoom-text", $0.secret] },
  ]
}
