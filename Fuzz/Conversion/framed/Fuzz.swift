import ReelConversion
import ReelVideo

/// Feeds bytes to the reader of the framed protocol, live and not.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for isLive in [false, true] {
    do {
      let feed = try FramedFeed(ByteStream(bytes), name: "fuzz", frameRate: 25, isLive: isLive)
      var end = 0
      while let picture = try feed.next() {
        precondition(picture.span.pts >= end && picture.span.duration > 0, "times that do not increase")
        end = picture.span.pts + picture.span.duration
      }
    } catch {
      precondition(!"\(error)".contains("\n"), "an error of more than one line")
    }
  }
  return 0
}
