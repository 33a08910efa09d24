import Foundation
import ReelFixtures
import ReelVideo

/// Feeds bytes, as a movie, to the verifier.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FFmpegLog.level = .quiet
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("reel-fuzz-\(getpid())").path
  do {
    try Data(UnsafeBufferPointer(start: start, count: count)).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let verified = try MovieVerifier(path: path).run()
    precondition(verified.verification.readCount <= verified.verification.pictureCount, "more marks than pictures")
    _ = try JSONEncoder().encode(verified.verification)
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
