import ReelFixtures
import ReelStoryboards

/// Feeds bytes to the reader of suites.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  do {
    let suite = try FixtureSuite(yaml: Array(UnsafeBufferPointer(start: start, count: count)))
    precondition(suite.items.count <= FixtureSuite.maxItems, "a suite beyond the limit")
    for item in suite.items {
      precondition(!item.name.contains("/") && !item.name.hasPrefix("."), "a name that leads out of its folder")
    }
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
