import Foundation
import ReelFixtures

/// Feeds bytes to the reader of manifests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    let manifest = try FixtureManifest(json: data, path: "fuzz")
    for picture in manifest.shownPictures {
      precondition(picture.time.isFinite, "a time that is no number")
    }
    precondition(manifest.showings.count == manifest.frames.count, "pictures that are not shown")
    let again = try FixtureManifest(json: Data(manifest.json.utf8), path: "fuzz")
    precondition(again == manifest, "a manifest that does not come back")
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
