import Foundation
import Synchronization
import Testing

@testable import ReelStudio

/// A disk that takes as long as a test wants.
final class SlowDisk: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let calls = Mutex(0)

  /// How often something was flushed.
  var count: Int { calls.withLock { $0 } }

  /// Flushes nothing, and takes until `finish` is called; this blocks a thread of the flusher's own queue.
  func flush() {
    calls.withLock { $0 += 1 }
    gate.wait()
  }

  /// Lets one flush end.
  func finish() { gate.signal() }
}

@Suite struct FlushTests {
  @Test("While the disk is slow, strokes are still judged on this page and on others")
  func judged() async throws {
    let disk = SlowDisk()
    try await TestStudio.run(nil, { $0.flush = { _ in disk.flush() } }) { studio in
      let first = try await studio.draw(studio.begin("T"))
      let second = try await studio.draw(studio.begin("T"))
      for (number, socket) in [first, second].enumerated() {
        _ = try await socket.receive("welcome")
        for stroke in 0..<3 {
          let events = SocketTests.stroke(360, from: Double(stroke) * 500)
          try await socket.send(SocketTests.events(events, first: stroke * 12 + 1))
          // No verdict waits for a flush, and none has ended.
          let answer = try await socket.receive()
          #expect(answer["type"] as? String == "verdict" && answer["last"] as? Int == stroke * 12 + 12)
          while disk.count <= number { await Task.yield() }
        }
      }
      // One flush a page, and one more for all that came meanwhile.
      for _ in 0..<4 { disk.finish() }
      for socket in [first, second] {
        #expect(try await socket.receive("synced")["last"] as? Int == 12)
        #expect(try await socket.receive("synced")["last"] as? Int == 36)
        socket.close()
      }
      #expect(disk.count == 4)
    }
  }
}
