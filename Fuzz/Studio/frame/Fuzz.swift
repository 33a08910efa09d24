import ReelStudio

/// Feeds bytes to the reader of WebSocket frames.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let limit = 4096
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    while true {
      let before = bytes.count
      guard let frame = try SocketFrame.take(from: &bytes, limit: limit) else { return 0 }
      precondition(bytes.count + 6 + frame.payload.count <= before, "a frame that is longer than its bytes")
      precondition(frame.payload.count <= limit, "a payload beyond the limit")
      precondition(frame.bytes.count >= frame.payload.count + 2, "a frame without a head")
    }
  } catch {
    precondition((1000...4999).contains(error.rawValue), "an end without a code")
  }
  return 0
}
