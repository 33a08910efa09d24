import ReelTestSupport
import Foundation
import Testing

@testable import ReelVideo

@Suite struct InputFileTests {
  @Test("A pipe or a device is no movie, and no reader waits for it")
  func pipes() async throws {
    try await withFolder { folder in
      let pipe = folder.appending(path: "pipe.mp4")
      #expect(mkfifo(pipe.path, 0o600) == 0)
      for (path, kind) in [(pipe.path, "a pipe"), ("/dev/zero", "a device")] {
        let error = MovieError.unreadable(path: path, reason: "it is \(kind)")
        #expect(throws: error) { try MovieReader(url: URL(filePath: path)) }
        #expect(throws: error) { try ClipReader(path: path) }
      }
    }
  }
}
