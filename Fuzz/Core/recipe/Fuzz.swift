import Reel

/// Hands libFuzzer's bytes to the reader of film descriptions, and makes the scenes they ask for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let film = try? FilmDescription(json: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  if let source = try? film.source() {
    precondition(source.size.area > 0, "a film without frames")
  }
  return 0
}
