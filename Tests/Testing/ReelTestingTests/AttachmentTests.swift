import Foundation
import ReelCanvas
import ReelTestSupport
import ReelTesting
import Testing

/// Where the test that fails on purpose finds its goldens; nil but in that process.
private let folderOfFailure = ProcessInfo.processInfo.environment["REEL_TEST_GOLDENS"]

/// Fails where another test asks for it, in a process of its own.
@Suite struct FailureOnPurpose {
  @Test(.enabled(if: folderOfFailure != nil))
  func looks() throws {
    let file = try #require(folderOfFailure) + "/SomeTests.swift"
    var picture = Bitmap(width: 4, height: 2)
    picture.fill(with: .red)
    Goldens(beside: file).expect(picture, matches: "ball")
    try Goldens(beside: file).expect(CountingSource(), frames: 0..<2, matches: "count")
  }
}

#if os(Linux)
  @Suite("What a failed test has attached")
  struct AttachmentTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "reel-attached-\(UUID())")

    /// Runs the test that fails, and returns its status, what it said, and the names of what it attached.
    private func fail(recording: Bool) async throws -> (status: Int32, text: String, attached: [String]) {
      let attachments = folder.appending(path: "attached-\(recording)")
      try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
      let program = try await Program.runAside(
        "/proc/self/exe".resolvingLink,
        [
          "--testing-library", "swift-testing", "--filter", "FailureOnPurpose", "--attachments-path", attachments.path,
        ],
        environment: ["REEL_TEST_GOLDENS": folder.path, "REEL_RECORD": recording ? "1" : "0"])
      let text = program.error + String(decoding: program.output, as: UTF8.self)
      return (program.status, text, try FileManager.default.contentsOfDirectory(atPath: attachments.path).sorted())
    }

    @Test("The wrong picture and what differs; recording writes goldens and fails once more")
    func attached() async throws {
      try FileManager.default.createDirectory(
        at: folder.appending(path: "Goldens"), withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let golden = folder.appending(path: "Goldens/ball.png")
      var blue = Bitmap(width: 4, height: 2)
      blue.fill(with: .blue)
      try Data(blue.pngData()).write(to: golden)

      let failed = try await fail(recording: false)
      #expect(failed.status != 0)
      #expect(failed.text.contains("ball does not match its golden: 8 pixels differ"), "\(failed.text)")
      #expect(failed.attached.contains("ball.wrong.png") && failed.attached.contains("ball.difference.png"))
      #expect(failed.attached.contains("count-0000.wrong.png"), "\(failed.attached)")
      let wrong = try Bitmap(png: Array(Data(contentsOf: folder.appending(path: "attached-false/ball.wrong.png"))))
      #expect(wrong[0, 0] == .red)

      let recorded = try await fail(recording: true)
      #expect(recorded.status != 0 && recorded.attached.isEmpty && recorded.text.contains("wrote \(golden.path)"))
      #expect(try await fail(recording: false).status == 0)
      #expect(try Bitmap(png: Array(Data(contentsOf: golden)))[0, 0] == .red)
    }
  }

  extension String {
    /// What the link of this path points to.
    fileprivate var resolvingLink: String {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: self)) ?? self
    }
  }
#endif
