import ReelFiles
import Testing

@Suite("Names of growing films")
struct PartialNameTests {
  @Test(
    "A name that ends in .partial and one more word is a growing film's; a film may be called partial",
    arguments: [
      ("a.partial.mp4", true), ("folder/A.PARTIAL.MKV", true), ("a.gif.partial.mp4", true), ("partial.mp4", false),
      ("films/partial.gif", false), ("a.partial", false), ("partial", false), ("a.partials.mp4", false),
    ])
  func names(path: String, isPartial: Bool) {
    #expect(OutputFile.isPartialName(path) == isPartial)
  }
}
