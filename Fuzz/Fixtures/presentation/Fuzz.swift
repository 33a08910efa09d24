import ReelFixtures

/// Feeds bytes to the reader of DASH manifests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let presentation = try MediaPresentation(bytes: bytes, path: "fuzz.mpd")
    for segment in (presentation.pictures + presentation.sounds).flatMap(\.segments) {
      precondition(segment.duration >= 0 || segment.duration.isNaN, "a segment of a negative length")
    }
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
