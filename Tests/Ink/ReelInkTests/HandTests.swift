import ReelGeometry
import ReelInk
import ReelTracing
import Testing

private func path(_ points: (Double, Double)...) -> Path { Path(points: points.map { Point(x: $0.0, y: $0.1) }) }

/// The two strokes of a T on a small telephone.
private let letterT = [path((70, 245), (350, 245)), path((205, 245), (205, 650))]

private func tracer(_ paths: [Path], maxDistance: Double = 20, rule: Tracer.Rule = .anywhere) throws -> Tracer {
  try TraceSession.Header(canvas: Size(width: 414, height: 896), expected: paths, maxDistance: maxDistance, rule: rule)
    .tracer()
}

@Suite("Alphabet and synthetic hand")
struct HandTests {
  private static let box = Rect(x: 60, y: 80, width: 300, height: 500)

  @Test("Each letter of the alphabet fills its box")
  func alphabet() throws {
    for letter in Alphabet.standard.characters {
      let points = try Alphabet.standard.paths(for: String(letter), in: Self.box)
        .flatMap { $0.flattened(tolerance: 0.01) }.joined()
      let (xs, ys) = (points.map(\.x), points.map(\.y))
      let (width, height) = (xs.max()! - xs.min()!, ys.max()! - ys.min()!)
      #expect(width <= 300.5 && height <= 500.5, "\(letter)")
      // Punctuation is no larger than beside a capital.
      let isSmall = height < 226 && abs(width - 300) >= 1
      #expect(isSmall || abs(width - 300) < 1 || abs(height - 500) < 1, "\(letter)")
      #expect(abs((xs.max()! + xs.min()!) / 2 - 210) < 0.5, "\(letter)")
    }
  }

  @Test("A lone full stop, colon or dash is as large as beside a capital")
  func punctuation() throws {
    for letter in [".", ":", "-", "'"] {
      let sizes = try [letter, "H\(letter)"].map { text in
        try Alphabet.standard.paths(for: text, in: Rect(x: 0, y: 0, width: 2000, height: 700)).last?.length ?? 0
      }
      #expect(sizes[0] > 0 && abs(sizes[0] - sizes[1]) < 1, "\(letter): \(sizes)")
    }
  }

  @Test("The strokes are those of school: T has two, E four, i a stem and then a dot")
  func strokes() throws {
    let counts = try ["T", "E", "S", "i", "Aa"].map { try Alphabet.standard.paths(for: $0, in: Self.box).count }
    #expect(counts == [2, 4, 1, 2, 4])
    let i = try Alphabet.standard.paths(for: "i", in: Self.box)
    #expect(i[1].length < 0.1 * i[0].length)
    #expect(i[1].flattened()[0][0].y < i[0].flattened()[0][0].y)
  }

  @Test("Text goes on to the right, and a line feed below")
  func layout() throws {
    let paths = try Alphabet.standard.paths(for: "l l\nl", in: Self.box)
    let starts = paths.map { $0.flattened()[0][0] }
    #expect(starts[1].x > starts[0].x && starts[1].y == starts[0].y)
    #expect(starts[2].x == starts[0].x && starts[2].y > starts[0].y)
  }

  @Test(
    "A text without letters, or with unknown ones, is refused", arguments: ["", " \n", "日", "a⟁", "T\u{0}", "\u{AD}"])
  func unknown(text: String) {
    #expect(throws: InvalidValue.self) { try Alphabet.standard.paths(for: text, in: Self.box) }
    #expect(throws: InvalidValue.self) { try Alphabet.standard.paths(for: "a", in: .zero) }
  }

  @Test("A child traces every letter to the end with one slip, by both rules", arguments: [1, 2, 3] as [UInt64])
  func everyLetter(seed: UInt64) throws {
    for letter in Alphabet.standard.characters {
      let paths = try Alphabet.standard.paths(for: String(letter), in: Self.box)
      let hand = SyntheticHand(seed: seed, style: .child)
      let events = hand.trace(paths, maxDistance: 20)
      for rule in [Tracer.Rule.anywhere, .inOrder] {
        var tracer = try tracer(paths, rule: rule)
        let verdicts = events.flatMap { tracer.handle($0) }.map(\.isInside)
        #expect(tracer.isComplete, "\(letter) \(seed) \(rule)")
        #expect(slips(verdicts) == 1, "\(letter) \(seed) \(rule): \(slips(verdicts))")
        #expect(verdicts.count { !$0 } * 5 < verdicts.count * 2, "\(letter) \(seed) \(rule)")
      }
    }
  }

  /// How often the verdict turns from inside to outside.
  private func slips(_ verdicts: [Bool]) -> Int { zip([true] + verdicts, verdicts).count { $0 && !$1 } }

  @Test(
    "A neat hand traces every letter, with marks and in long texts, without leaving the corridor, by every rule",
    arguments: 1...6 as ClosedRange<UInt64>)
  func neat(seed: UInt64) throws {
    let letters =
      Alphabet.standard.characters.map(String.init)
      + ["é", "Ü", "ç", "ą", "ΐ", "Ώ", "Müßiggang fährt über die Straße.", "ψυχοφθόρα βδελυγμία"]
    for text in letters {
      let lettering = try Alphabet.standard.lettering(text, in: Self.box)
      let maxDistance = min(20, lettering.maxDistance)
      let events = SyntheticHand(seed: seed).trace(lettering.paths, maxDistance: maxDistance)
      for rule in [Tracer.Rule.anywhere, .inOrder, .original] {
        var tracer = try tracer(lettering.paths, maxDistance: maxDistance, rule: rule)
        let verdicts = events.flatMap { tracer.handle($0) }.map(\.isInside)
        #expect(tracer.isComplete, "\(text), seed \(seed), \(rule)")
        #expect(verdicts.allSatisfy { $0 }, "\(text), seed \(seed), \(rule)")
      }
    }
  }

  @Test("A child slips about once in ten letters of a long text, and still completes it")
  func manySlips() throws {
    let text = String(repeating: "Der schnelle braune Fuchs ", count: 6)
    let lettering = try Alphabet.standard.lettering(text, in: Self.box)
    let events = SyntheticHand(seed: 3, style: .child).trace(lettering.paths, maxDistance: lettering.maxDistance)
    var tracer = try tracer(lettering.paths, maxDistance: lettering.maxDistance)
    let count = slips(events.flatMap { tracer.handle($0) }.map(\.isInside))
    #expect(tracer.isComplete)
    #expect((5...25).contains(count), "\(count)")
  }

  @Test("A hand that does not slip stays well inside")
  func steady() throws {
    for text in ["S", "Reel", "8", "mw"] {
      let paths = try Alphabet.standard.paths(for: text, in: Self.box)
      let events = SyntheticHand(seed: 5).trace(paths, maxDistance: 10)
      // Even a corridor of a third of the width would do.
      var narrow = try TraceSession.Header(canvas: Size(width: 400, height: 600), expected: paths, maxDistance: 3.4)
        .tracer()
      #expect(events.flatMap { narrow.handle($0) }.allSatisfy { $0.isInside }, "\(text)")
      var tracer = try tracer(paths, maxDistance: 10, rule: .original)
      #expect(events.flatMap { tracer.handle($0) }.allSatisfy { $0.isInside }, "\(text)")
      #expect(tracer.isComplete)
    }
  }

  @Test("A seed always gives the same events, another seed others")
  func seeds() {
    #expect(
      SyntheticHand(seed: 7).trace(letterT, maxDistance: 20) == SyntheticHand(seed: 7).trace(letterT, maxDistance: 20))
    #expect(
      SyntheticHand(seed: 7).trace(letterT, maxDistance: 20) != SyntheticHand(seed: 8).trace(letterT, maxDistance: 20))
  }

  @Test("The hand slows down in corners, starts from rest and rests between strokes")
  func speed() throws {
    let corner = path((0, 0), (400, 0), (400, 400))
    let events = SyntheticHand(seed: 3).trace([corner, path((0, 500), (400, 500))], maxDistance: 20)
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.milliseconds < $1.milliseconds })
    func speed(near point: Point) -> Double {
      let steps = zip(events, events.dropFirst()).filter { $1.phase == .moved }
      let nearest = steps.min { $0.1.point.distance(to: point) < $1.1.point.distance(to: point) }!
      return nearest.0.point.distance(to: nearest.1.point) / (nearest.1.milliseconds - nearest.0.milliseconds)
    }
    let onTheWay = speed(near: Point(x: 200, y: 0))
    #expect(speed(near: Point(x: 400, y: 0)) < 0.6 * onTheWay)
    #expect(speed(near: Point(x: 0, y: 0)) < 0.5 * onTheWay)
    #expect(onTheWay > 0.3 && onTheWay < 0.5)
    let phases = events.filter { $0.phase != .moved }
    #expect(phases.map(\.phase) == [.began, .ended, .began, .ended])
    #expect(phases[2].milliseconds - phases[1].milliseconds > 200)
  }

  @Test("Dots, crowded paths, no paths and bad paths")
  func odd() throws {
    #expect(SyntheticHand().trace([], maxDistance: 20).isEmpty)
    #expect(SyntheticHand().trace([path((.nan, 0), (1, 1))], maxDistance: 20).isEmpty)
    #expect(SyntheticHand().trace(letterT, maxDistance: -1).isEmpty)
    #expect(SyntheticHand().trace([path((1e300, 0))], maxDistance: 1).isEmpty)
    let crowd = (0..<40).map { path((0, Double($0) * 10), (400, Double($0) * 10)) }
    for paths in [[path((5, 5))], [path((5, 5)), path((9, 9))], crowd] {
      var tracer = try tracer(paths, rule: .anywhere)
      let verdicts = SyntheticHand(seed: 2, style: .child).trace(paths, maxDistance: 20).flatMap { tracer.handle($0) }
        .map(\.isInside)
      #expect(tracer.isComplete)
      #expect((1...3).contains(slips(verdicts)))
    }
  }

  @Test("A session of the hand can be scored")
  func session() throws {
    let header = TraceSession.Header(canvas: Size(width: 414, height: 896), expected: letterT, name: "T")
    let score = try TraceScore(SyntheticHand(seed: 4, style: .child).session(header))
    #expect(score.isComplete)
    #expect(score.strokes.count == 2)
    #expect(score.shareInside > 0.8 && score.shareInside < 1)
    #expect(score.milliseconds > 1500 && score.milliseconds < 8000)
  }
}
