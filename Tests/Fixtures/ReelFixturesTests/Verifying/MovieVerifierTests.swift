import Foundation
import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Real files: every change to a clip is found, and nothing else.
@Suite struct MovieVerifierTests {
  // MARK: - Clean clips

  @Test("A lossless clip equals its originals, in every pattern", arguments: FixturePattern.allCases)
  func lossless(pattern: FixturePattern) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("a.mkv") { recipe in
      recipe.pattern = pattern
      recipe.codec = "ffv1"
      recipe.frameCount = 4
      recipe.quality = .lossless
    }
    let verification = try folder.verify("a.mkv", manifest, quality: true)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(verification.quality?.minPSNR == .infinity, "\(verification.text)")
    #expect(verification.quality?.minSSIM == 1)
  }

  // MARK: - Faults

  /// Faults of a recipe, and the lines that report them in a real file.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var lines: [String]
    var change: @Sendable (inout FixtureRecipe) throws -> Void
    var testDescription: String { "\(name) \(lines.joined(separator: "; "))" }
  }

  static let faultCases: [Case] = [
    Case(name: "a.mp4", lines: ["dropped 3 of 30 frames: 10 (0.367 s), 20–21 (0.733 s)"]) {
      $0.faults.drop = [10, 20, 21]
    },
    Case(name: "b.mkv", lines: ["duplicated 1 of 30 frames: 7 (0.267 s)"]) { $0.faults.duplicate = [7] },
    Case(name: "c.mp4", lines: ["reordered 2 frames: 3 (0.133 s), 4 (0.1 s)"]) { $0.faults.swap = [.init(3, 4)] },
    Case(name: "d.mp4", lines: ["jitter on "]) { $0.faults.jitter = try ExactTime(text: "5ms") },
    Case(name: "e.webm", lines: ["variable frame rate"]) { $0.faults.variableRate = true },
    Case(name: "f.mp4", lines: ["gap: 0.5 s before frame 20 (1.167 s)"]) {
      $0.faults.gaps = [.init(frame: 20, length: try ExactTime(text: "0.5s"))]
    },
    Case(name: "g.mp4", lines: ["starts at 1.5 s"]) { $0.faults.start = .at(try ExactTime(text: "1.5s")) },
    Case(name: "h.ts", lines: ["starts at 1.5 s"]) { $0.faults.start = .at(try ExactTime(text: "1.5s")) },
    Case(
      name: "i.mov", lines: ["dropped 1 of 30 frames: 10 (0.367 s)", "duplicated 1 of 30 frames: 25 (0.867 s)"]
    ) {
      $0.faults.drop = [10]
      $0.faults.duplicate = [25]
    },
    Case(name: "j.mp4", lines: ["reordered 2 frames: 5 (0.7 s), 6 (0.167 s)", "gap: 0.5 s before frame 5 (0.7 s)"]) {
      $0.faults.swap = [.init(5, 6)]
      $0.faults.gaps = [.init(frame: 6, length: try ExactTime(text: "0.5s"))]
    },
  ]

  @Test(
    "Deliberate faults are named exactly and expected, and without the manifest they are named too",
    arguments: faultCases)
  func faults(fault: Case) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(fault.name) { recipe in
      if fault.name.hasSuffix("webm") { recipe.codec = "vp8" }
      try fault.change(&recipe)
    }
    let verification = try folder.verify(fault.name, manifest)
    #expect(verification.isAsExpected, "\(verification.text)")
    let lines = verification.findings.map(\.description)
    #expect(lines.count == fault.lines.count, "\(verification.text)")
    for (line, start) in zip(lines, fault.lines) { #expect(line.hasPrefix(start), "\(verification.text)") }

    // A transport stream has an arbitrary start, which means something only with a manifest.
    let alone = try folder.verify(fault.name)
    #expect(alone.findings.map(\.kind) == (fault.name.hasSuffix("ts") ? [] : verification.findings.map(\.kind)))
  }

  @Test("Negative times, which players hide, are expected if they are in the manifest")
  func negative() throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("a.mp4") { $0.faults.start = .negative }
    let verification = try folder.verify("a.mp4", manifest)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(!verification.findings.isEmpty, "\(verification.text)")
  }

  @Test("A deliberate fault that a pipeline removed is a difference")
  func healed() throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("faulty.mp4") { $0.faults.duplicate = [7] }
    try folder.make("whole.mp4")
    let verification = try folder.verify("whole.mp4", manifest)
    #expect(
      verification.differences.map(\.description) == [
        "made on purpose, but not found: duplicated 1 of 30 frames: 7 (0.267 s)"
      ])
  }

  // MARK: - Broken files

  @Test(
    "Deliberate damage is expected, with all its consequences",
    arguments: [
      (FixtureDamage.truncate(percent: 60), "a.mp4"), (.truncate(percent: 60), "b.mkv"), (.flipBits(12), "c.mp4"),
      (.flipBits(12), "d.mkv"), (.noMoov, "e.mp4"), (.zeroLength, "f.mp4"), (.zeroLength, "g.mkv"),
    ])
  func damage(damage: FixtureDamage, name: String) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make(name) { $0.damage = [damage] }
    let verification = try folder.verify(name, manifest)
    #expect(verification.isAsExpected, "\(verification.text)")
    #expect(verification.intendedDamage != nil)
  }

  @Test("The same damage is a difference if it is not deliberate")
  func unintended() throws {
    let folder = try ClipFolder()
    var manifest = try folder.make("a.mkv") { $0.damage = [.truncate(percent: 60)] }
    manifest.recipe.damage = []
    let verification = try folder.verify("a.mkv", manifest)
    let kinds = verification.findings.map(\.kind)
    #expect(kinds.contains(.dropped), "\(verification.text)")
    #expect(!verification.isAsExpected)
  }

  @Test("A file that is not a movie is unreadable, and one without marks is reported as such")
  func unreadable() throws {
    let folder = try ClipFolder()
    try Data("no movie".utf8).write(to: folder.folder.appendingPathComponent("text.mp4"))
    #expect(throws: MovieError.self) { try folder.verify("text.mp4") }
    #expect(throws: MovieError.self) { try folder.verify("missing.mp4") }
  }

  @Test("A movie is not judged if nothing in it can be decoded")
  func undecodable() throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4")
    let file = folder.folder.appendingPathComponent("clip.mp4")
    var bytes = try Data(contentsOf: file)
    let start = try #require(bytes.firstRange(of: Data("mdat".utf8))).upperBound
    let end = bytes.range(of: Data("moov".utf8), in: start..<bytes.endIndex)?.lowerBound ?? bytes.endIndex
    // Packets without a picture, and the original index.
    bytes.replaceSubrange(start..<end - 4, with: [UInt8](repeating: 0, count: end - 4 - start))
    try bytes.write(to: file)
    let error = #expect(throws: MovieError.self) { try folder.verify("clip.mp4", manifest) }
    #expect(error?.description.contains("none of its pictures can be decoded (h264)") == true)
  }

  // MARK: - Other clips

  @Test("Pictures of another clip are distinguished from the clip's own")
  func foreign() throws {
    let folder = try ClipFolder()
    try folder.make("other.mp4") { $0.seed = 5 }
    let manifest = try folder.make("own.mp4")
    let verification = try folder.verify("other.mp4", manifest)
    #expect(verification.findings.map(\.kind) == [.foreign], "\(verification.text)")
    #expect(verification.findings.first?.count == 30)
  }

  @Test("Clips are read and compared in every orientation", arguments: [1, 3, 6, 7])
  func orientations(number: Int) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("a.mp4") { recipe in
      recipe.orientation = try #require(.init(rawValue: number))
      (recipe.frameCount, recipe.quality) = (3, .lossless)
      recipe.size = PixelSize(width: 192, height: 176)
    }
    let verification = try folder.verify("a.mp4", manifest, quality: true)
    #expect(verification.findings == [])
    #expect(try #require(verification.quality).minPSNR == .infinity, "\(verification.text)")
  }
}
