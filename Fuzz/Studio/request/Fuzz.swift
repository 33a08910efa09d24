import ReelStudio

/// Feeds bytes to the reader of requests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let length = RequestHead.length(in: bytes, from: 0) else { return 0 }
  precondition(length <= bytes.count, "a head that is longer than what came")
  // Bytes arrive in pieces, and the search continues where it stopped.
  precondition(RequestHead.length(in: bytes, from: max(0, length - 4)) == length, "a head with two ends")
  do {
    let head = try RequestHead(bytes[..<length])
    for part in head.path ?? [] {
      precondition(!part.isEmpty && part != "." && part != "..", "a part that leads out of its folder")
      let isPlain = part.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x2F && $0 != 0x5C && $0 != 0x7F }
      precondition(isPlain, "a part with a sign that parts paths")
    }
    _ = (head.query, head.keepsConnection)
    let count = try head.bodyLength
    precondition(count >= 0, "a body of less than nothing")
  } catch {
    precondition((400...505).contains(error.status) && !error.reason.contains("\n"), "an error that is no answer")
  }
  return 0
}
