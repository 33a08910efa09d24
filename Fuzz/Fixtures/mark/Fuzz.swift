import ReelFixtures
import ReelGeometry

/// Feeds bytes to the reader of frame marks, as a gray picture whose width is in the first byte.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeBufferPointer(start: start, count: count)
  guard let width = bytes.first.map({ Int($0) + 1 }), count > width else { return 0 }
  let gray = Array(bytes.dropFirst())
  let size = PixelSize(width: width, height: gray.count / width)
  var reader = FrameMarkReader()
  let finding = reader.read(gray: gray, size: size)
  // The second time it looks where it found something.
  let again = reader.read(gray: gray, size: size)
  if case .mark = finding { precondition(again == finding, "a mark that is read once only") }
  return 0
}
