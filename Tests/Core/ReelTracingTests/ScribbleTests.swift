import ReelGeometry
import ReelTestSupport
import ReelTracing
import Testing

@Suite("Scribbles")
struct ScribbleTests {
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÄÖÜäöüß0123456789".map(String.init)
  private static let texts = letters + ["Aa", "mum", "Oma", "Schmetterling"]

  private func header(_ text: String, _ rule: Tracer.Rule) throws -> TraceSession.Header {
    var header = try Alphabet.standard.header(text, on: Size(width: 720, height: 720))
    header.rule = rule
    return header
  }

  /// The scribble covers the sheet, or the letter with three corridors around it, in lines of any distance that meet all waypoints.
  @Test(
    "A thousand scribbles, zigzags and spirals over a letter never complete it",
    arguments: [Tracer.Rule.anywhere, .inOrder])
  func scribbles(rule: Tracer.Rule) throws {
    var covered = 0
    for seed in 0..<1000 as Range<UInt64> {
      var random = Seeded(seed: seed)
      // A single line down an l is an l.
      let texts = Self.texts.filter { $0 != "l" }
      let text = texts[Int.random(in: 0..<texts.count, using: &random)]
      let header = try header(text, rule)
      let distance = header.maxDistance
      let sheet = Rect(origin: .zero, size: header.canvas)
      let box = Rect(around: header.expected).inset(by: -3 * distance)
      let strokes = Scribble.allCases[Int(seed % 3)].strokes(
        over: seed % 2 == 0 ? sheet : box, pitch: random.double(0.4...1.8) * distance,
        step: random.double(0.1...3) * distance, random: &random)
      var tracer = try header.tracer()
      for (index, stroke) in strokes.enumerated() { tracer.draw(stroke, from: 1e6 * Double(index)) }
      #expect(!tracer.isComplete, "\(text), seed \(seed)")
      if tracer.progress.allSatisfy({ $0 == 1 }) { covered += 1 }
    }
    // Hundreds of them meet every waypoint, and would be complete but for their share inside.
    #expect(rule == .inOrder || covered > 300)
  }

  /// The other letters have other strokes; an E, which is an F with one more line, completes an F.
  @Test("Another letter never completes a letter")
  func others() throws {
    for (task, others) in [
      ("A", "BCDEFGIKLMOPSTUVWXYZabcdefmosw"), ("S", "ABCDEFGHIJKLMNOPQRTUVWXYZabcdeghmno"),
      ("k", "ABCDEGOSTUVWXYZabcdegmnos"),
      ("g", "ABCDEFHIKLMNPRTUVWXYZbdefhklmnrtwx"), ("m", "ABCDEGIJKLOPQSTUXYZabcdefgijklopqstuxyz"),
    ] {
      let header = try header(task, .anywhere)
      for other in others {
        for style in SyntheticHand.Style.allCases {
          var tracer = try header.tracer()
          let written = try self.header(String(other), .anywhere)
          for event in SyntheticHand(seed: 3, style: style).session(written).events { _ = tracer.handle(event) }
          #expect(!tracer.isComplete, "\(other) on \(task)")
        }
      }
    }
  }

  @Test("A neat hand and a child's complete every letter", arguments: SyntheticHand.Style.allCases)
  func hands(style: SyntheticHand.Style) throws {
    for text in Self.texts + [".", ",", "!", "?", "é", "…"] {
      for rule in Tracer.Rule.allCases {
        for seed in 1...4 as ClosedRange<UInt64> {
          let session = SyntheticHand(seed: seed, style: style).session(try header(text, rule))
          #expect(try TraceScore(session).isComplete, "\(text), \(rule), seed \(seed)")
        }
      }
    }
  }

  @Test("A drawing of which too little is inside is complete once more of it is, and stays so")
  func later() throws {
    var tracer = try Tracer(
      expected: [ExpectedPath(path((0, 0), (100, 0)), maxDistance: 5)], maxDistance: 5, minInside: 0.75)
    tracer.draw((0, 0), (100, 0))
    #expect(tracer.isComplete)
    tracer = try Tracer(
      expected: [ExpectedPath(path((0, 0), (100, 0)), maxDistance: 5)], maxDistance: 5, minInside: 0.75)
    tracer.draw((0, 50), (100, 50))
    tracer.draw((0, 0), (100, 0))
    #expect(tracer.progress == [1] && !tracer.isComplete)
    // 200 of 300 points are inside, then 300 of 400.
    tracer.draw((0, 1), (100, 1))
    #expect(!tracer.isComplete)
    tracer.draw((0, 2), (100, 2))
    #expect(tracer.isComplete)
    tracer.draw((0, 50), (100, 50), (0, 50), (100, 50))
    #expect(tracer.isComplete)
  }

  @Test("A share that is not from 0 to 1 is refused", arguments: [-0.1, 1.1, .nan])
  func wrongShare(share: Double) {
    #expect(throws: InvalidValue.self) { try Tracer(expected: [], maxDistance: 1, minInside: share) }
  }
}
