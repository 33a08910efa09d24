import Reel
import capture

/// Hands libFuzzer's bytes to the reader of film recipes, and makes the scenes they ask for.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let film = FilmRecipe(json: Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
  if let reel = try? film.reel() {
    precondition(reel.frameCount > 0, "a film without frames")
  }
  return 0
}
