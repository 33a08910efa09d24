import Foundation
import ReelTestSupport
import Testing

@Suite("Programs that tests start")
struct ProgramTests {
  @Test("A program that does not end is killed with all that it started, and the error names it")
  func overdue() async throws {
    let alive = try AliveMark()
    let line = "exec 3>'\(alive.path)'; sleep 1000 & wait"
    let error = await #expect(throws: Program.Overdue.self) {
      try await Program.runAside("/bin/sh", ["-c", line], seconds: 1)
    }
    #expect(error?.description.hasPrefix("killed after 1 s: /bin/sh -c \(line)") == true)
    #expect(alive.allAreGone)
  }

  @Test("Processes that a program leaves behind are killed")
  func leftovers() async throws {
    let alive = try AliveMark()
    let program = try await Program.runAside("/bin/sh", ["-c", "exec 3>'\(alive.path)'; sleep 1000 &"])
    #expect(program.status == 0)
    #expect(alive.allAreGone)
  }
}

/// A FIFO whose writing end is held by processes.
///
/// The system notifies its reader when the last of them is gone.
private final class AliveMark {
  let path: String
  private let descriptor: Int32

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("reel-alive-\(UUID())").path
    try #require(mkfifo(path, 0o600) == 0)
    descriptor = open(path, O_RDONLY | O_NONBLOCK)
    try #require(descriptor >= 0)
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Whether all holders are gone, or go within the next seconds, as a kill takes time.
  var allAreGone: Bool {
    var query = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&query, 1, 30_000) == 1 && query.revents & Int16(POLLHUP) != 0
  }
}
