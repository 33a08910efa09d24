import ReelCanvas

/// Feeds bytes to the reader of PNG files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    let bitmap = try Bitmap(png: bytes)
    precondition(bitmap.width * bitmap.height <= Bitmap.pngPixelLimit, "a picture beyond the limit")
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
