import Reel

/// Feeds bytes to the reader of film descriptions, and sets up their scenes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let film = try? FilmDescription(json: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  if let source = try? film.source() {
    precondition(source.size.area > 0, "a film without frames")
  }
  return 0
}
