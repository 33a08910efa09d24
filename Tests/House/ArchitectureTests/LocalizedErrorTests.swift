import Foundation
import Reel
import ReelCurves
import ReelFixtures
import ReelStoryboards
import ReelStudio
import ReelTerminal
import ReelTestSupport
import ReelTesting
import Testing

@Suite("What an error says through Foundation")
struct LocalizedErrorTests {
  /// One of each public type of error.
  private static let errors: [any Error & CustomStringConvertible] = [
    InvalidValue("size", 0, expected: "more"), CairoError(code: .noMemory, operation: "draw", message: "out of memory"),
    ImageError(path: "a.jpg", reason: "it ends early"), FFmpegError(.invalidData, operation: "avcodec_open2"),
    OutputError.folderMissing(path: "films"), SystemError(2, "open", path: "films"),
    PlannedFailure(.begin),
    StageTestError(.timedOut(1), at: "a:1"), MovieError.writerClosed,
    ClipError.encoderMissing("h266"),
    SoundError.tooMany(count: 300),
    DescriptionError("it is not JSON"), LogoError(line: 3, column: 5, reason: "unknown word forwrd"),
    RecorderError.alreadyStarted,
    TraceSessionError(file: "a", line: 3, problem: "no number"),
    CastError(line: 3, "no number"),
    FormatError(file: "a", line: 3, reason: "no number"), FixtureError.unreadable(path: "a", reason: "it is empty"),
    StoryboardError([.init(file: "a.yaml", line: 1, column: 2, message: "no scenes")]),
    StudioError("port 80 can't be opened: it needs more rights"),
    MovieVerifier.Failure.noMarks(path: "a", pictures: 3),
  ]

  @Test("The localized description of an error is its one line", arguments: errors.indices)
  func description(index: Int) {
    let error = Self.errors[index]
    #expect((error as any Error).localizedDescription == error.description)
  }

  @Test("Every public error of every module is among them")
  func all() throws {
    let sources = Repository.root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var found: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /public (?:struct|enum|final class) (\w+):[^{]*\bReelError\b/) {
        found.insert(String(match.output.1))
      }
    }
    #expect(found.count > 10)
    #expect(found == Set(Self.errors.map { String(describing: type(of: $0)) }))
  }
}
