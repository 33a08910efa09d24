import Foundation
import ReelTestSupport
import Testing

/// Signals to the studio.
@Suite struct StudioSignalTests {
  @Test(
    "A signal as soon as the link is there closes the studio with 0",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: [SIGINT, SIGTERM])
  func early(signal: Int32) async throws {
    let workspace = try Workspace()
    let run = try await workspace.capture(
      ["studio", "--port", "0", "--folder", "sessions", "-q"],
      fault: Fault(kind: "signal:\(signal)", at: 1, call: "write"))
    #expect(run.process.status == 0, "\(run.process.error)")
  }
}
