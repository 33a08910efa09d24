import ReelStudio

/// Feeds bytes to the reader of a page's messages.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    let message = try PageMessage(json: Array(UnsafeBufferPointer(start: start, count: count)))
    for event in message.events ?? [] {
      precondition(event.milliseconds.isFinite && event.milliseconds >= 0, "a time that is no number")
      guard case .touch(let touch, let pressure) = event.deed else { continue }
      precondition(abs(touch.point.x) <= 1e6 && abs(touch.point.y) <= 1e6, "a point that is too far")
      precondition(touch.touch >= 0 && (0...1).contains(pressure ?? 0), "a touch that can't be")
    }
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
