import Foundation
import ReelFixtures
import ReelGeometry
import ReelStoryboards
import ReelTestSupport
import ReelTiming
import Testing

@Suite("Suites of fixtures in YAML")
struct SuiteReadingTests {
  @Test("The suite for players can be read, and covers what it promises")
  func playerSuite() throws {
    let file = Repository.root.appending(path: "samples/suites/player.yaml")
    let suite = try FixtureSuite(contentsOf: file.path)
    let recipes = suite.items.map(\.recipe)
    #expect(Set(recipes.map(\.frameRate)).isSuperset(of: [FrameRate(24), FrameRate(120)]))
    #expect(Set(recipes.map(\.orientation)).count == 8)
    #expect(recipes.contains { $0.size.width % 2 == 1 } && recipes.contains { $0.frameCount == 1 })
    #expect(
      recipes.contains { $0.bFrames > 0 } && recipes.contains { $0.gop > 250 }
        && recipes.contains { $0.faults.variableRate })
    let faults = recipes.map(\.faults)
    #expect(
      faults.contains { !$0.drop.isEmpty } && faults.contains { !$0.duplicate.isEmpty }
        && faults.contains { !$0.swap.isEmpty })
    #expect(
      faults.contains { $0.jitter != .zero } && faults.contains { !$0.gaps.isEmpty }
        && faults.contains { $0.start == .negative })
    #expect(Set(recipes.flatMap(\.damage).map { "\($0)".prefix(4) }).count == 4)
    // Small enough to be built in under a minute on two cores.
    #expect(recipes.reduce(0) { $0 + $1.frameCount * $1.size.area } < 600_000_000)
  }

  @Test("The suite for streaming can be read: ladders for HLS and for DASH")
  func streamingSuite() throws {
    let file = Repository.root.appending(path: "samples/suites/streaming.yaml")
    let suite = try FixtureSuite(contentsOf: file.path)
    #expect(suite.items.allSatisfy { $0.ladder != nil })
    #expect(Set(suite.items.compactMap(\.ladder?.ending)) == ["m3u8", "mpd"])
    #expect(suite.items.contains { $0.recipe.frameRate.denominator == 1001 })
  }

  /// Texts that are not suites, with a part of the error.
  static let wrongSuites: [(String, String)] = [
    ("", "empty"), ("a: [", "YAML"), ("a: &x [1]\nb: *x", "anchors"), ("# fish & chips", "anchors"),
    (String(repeating: "a, ", count: 7000), "long"), (String(repeating: "[", count: 20_000), "deep"),
    (String(repeating: "[\n", count: 500), "deep"),
    ((0..<40).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n"), "deep"),
    (String(repeating: "a", count: 70_000), "65536"), ("a: 1\na: 2", "YAML"), ("\u{1}", "YAML"),
    ("? [a]\n: b", "a word"),
  ]

  @Test("Texts that are not suites are refused", arguments: wrongSuites)
  func wrongSuite(text: String, part: String) {
    let error = #expect(throws: InvalidValue.self) { try FixtureSuite(yaml: Array(text.utf8)) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  @Test("A file that is not a suite is refused by name, with the reason")
  func file() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "reel-suite-\(UUID()).yaml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("clips: [{frames: 0}]".utf8).write(to: file)
    let error = #expect(throws: FixtureError.self) { try FixtureSuite(contentsOf: file.path) }
    #expect(error?.description.contains(file.path) == true, "\(error?.description ?? "")")
    #expect(throws: FixtureError.self) { try FixtureSuite(contentsOf: "/nonexistent.yaml") }
  }
}
