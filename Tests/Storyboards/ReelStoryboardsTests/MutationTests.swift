import ReelTestSupport
import Testing

@testable import ReelStoryboards

@Suite("Damaged storyboards") struct MutationTests {
  @Test("300 mutations are read or refused in a few lines, each with its file, line and column")
  func mutations() throws {
    var random = Seeded()
    let words = [
      "&a ", "*a", "${", "}", "{", "[", "- ", ": ", "\t", "\n", "seconds", "1e999", "-1", "~", "\u{0}", "é", "'", "|",
      "!!x ",
    ]
    var refusedCount = 0
    for number in 0..<300 {
      var writer = RandomStoryboard(random: random)
      var bytes = Array(writer.yaml().utf8)
      random = writer.random
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(contentsOf: Array((words.randomElement(using: &random) ?? "").utf8), at: index)
        default: bytes.removeSubrange(index..<min(bytes.count, index + 12))
        }
      }
      do {
        _ = try Storyboard(yaml: bytes, file: "story.yaml", folder: "").description()
      } catch {
        refusedCount += 1
        let lines = error.description.split(separator: "\n")
        #expect((1...21).contains(lines.count), "\(number), \(random)")
        for line in lines { #expect(line.utf8.count < 900 && line.contains(/^[^:]+:\d+:\d+: ./), "\(line), \(random)") }
      }
    }
    #expect((60...300).contains(refusedCount))
  }
}
