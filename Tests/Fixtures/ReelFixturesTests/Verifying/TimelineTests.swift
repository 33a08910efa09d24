import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@testable import ReelFixtures

/// Verification from frame numbers and times alone: every event is found and named exactly.
@Suite struct TimelineTests {
  private static let reference = TimelineReference(frameRate: 30, frameCount: 100, tick: 1.0 / 90_000)
  private static let markless = TimelineReference(tick: 1.0 / 90_000)

  private static func clip(_ numbers: some Sequence<Int>, rate: Double = 30, from start: Double = 0) -> [Showing] {
    numbers.enumerated().map { Showing($1, at: start + Double($0) / rate) }
  }

  private static func lines(_ showings: [Showing], _ reference: TimelineReference = reference) -> [String] {
    Timeline(showings, reference: reference).findings.map(\.description)
  }

  // MARK: - Faults made on purpose

  /// A fault of a fixture, and the line that reports it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var line: String
    var make: @Sendable (inout FixtureFaults) throws -> Void
    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(name: "drop", line: "dropped 7 of 100 frames: 10 (0.367 s), 20–25 (0.867 s)") {
      $0.drop = [10] + Array(20...25)
    },
    Fault(name: "duplicate", line: "duplicated 1 of 100 frames: 7 (0.267 s)") { $0.duplicate = [7] },
    Fault(name: "swap", line: "reordered 2 frames: 3 (0.133 s), 4 (0.1 s)") { $0.swap = [.init(3, 4)] },
    Fault(name: "jitter", line: "jitter") { $0.jitter = try ExactTime(text: "2ms") },
    Fault(name: "vfr", line: "variable frame rate") { $0.variableRate = true },
    Fault(name: "gap", line: "gap: 0.5 s before frame 40 (1.833 s)") {
      $0.gaps = [.init(frame: 40, length: try ExactTime(text: "0.5s"))]
    },
    Fault(name: "start", line: "starts at 1.5 s") { $0.start = .at(try ExactTime(text: "1.5s")) },
    Fault(name: "negative", line: "starts at -0.067 s") { $0.start = .negative },
  ]

  private static func findings(of faults: [Fault], seed: UInt64 = 7) throws -> [Finding] {
    var recipe = FixtureRecipe()
    recipe.seed = seed
    for fault in faults { try fault.make(&recipe.faults) }
    return Timeline(try FixturePlan(recipe).pictures(of: recipe.clip), reference: reference).findings
  }

  /// The frame numbers in a line, without the times that other faults change.
  private static func core(_ line: String) -> String {
    var (text, isInside) = ("", false)
    for character in line {
      if character == "(" { isInside = true }
      if !isInside { text.append(character) }
      if character == ")" { isInside = false }
    }
    return text
  }

  @Test("A clip without faults has no findings", arguments: [reference, markless])
  func clean(reference: TimelineReference) {
    #expect(Self.lines(Self.clip(0..<100), reference) == [])
  }

  @Test("Each fault is found, named exactly, and nothing else", arguments: faults)
  func single(fault: Fault) throws {
    let found = try Self.findings(of: [fault])
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.description.hasPrefix(fault.line) == true, "\(found)")
  }

  static let pairs: [[Fault]] = faults.indices.flatMap { first in
    faults.indices.dropFirst(first + 1).map { [faults[first], faults[$0]] }
  }.filter { $0.map(\.name) != ["start", "negative"] }

  @Test("Each pair of faults is found, both named exactly, and nothing else", arguments: pairs)
  func pair(faults: [Fault]) throws {
    let found = try Self.findings(of: faults).map { Self.core($0.description) }.sorted()
    let expected = faults.map { Self.core($0.line) }.sorted()
    #expect(found.count == 2, "\(found)")
    // With random times, the length of a gap among them is known only to about a frame.
    let isVague = faults.contains { $0.name == "vfr" || $0.name == "jitter" }
    for (line, start) in zip(found, expected) {
      let start = isVague && start.hasPrefix("gap") ? "gap: 0." : start
      #expect(line.hasPrefix(start), "\(found)")
    }
  }

  @Test("Three faults at once are found", arguments: 0..<8)
  func three(seed: Int) throws {
    let kinds = ["drop", "duplicate", "swap", "gap", "start"].map { name in Self.faults.first { $0.name == name } }
    let chosen = [seed % 5, (seed + 1) % 5, (seed + 3) % 5].compactMap { kinds[$0] }
    let found = try Self.findings(of: chosen).map { Self.core($0.description) }
    #expect(found.sorted() == chosen.map { Self.core($0.line) }.sorted())
  }

  // MARK: - What pipelines do

  /// A pipeline.
  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var showings: [Showing]
    var withManifest: [String]
    var without: [String]
  }

  static let ways: [Way] = [
    Way(
      testDescription: "60 to 30 drops every second frame",
      showings: clip((0..<50).map { $0 * 2 }),
      withManifest: ["dropped 50 of 100 frames, every second (60 → 30 frames a second)"],
      without: ["dropped 49 of 99 frames, every second (60 → 30 frames a second)"]),
    Way(
      testDescription: "25 to 24 drops one frame a second",
      showings: clip((0..<96).map { Int((Double($0) * 25 / 24).rounded()) }, rate: 24),
      withManifest: ["dropped 4 of 100 frames, every 25th (25 → 24 frames a second)"],
      without: ["dropped 4 of 100 frames, every 25th (25 → 24 frames a second)"]),
    Way(
      testDescription: "24 to 25 duplicates one frame a second",
      showings: clip((0..<105).map { min(99, Int(Double($0) * 24 / 25)) }, rate: 25),
      withManifest: ["duplicated 5 of 100 frames, every 24th (24 → 25 frames a second)"],
      without: ["duplicated 5 frames, every 24th (24 → 25 frames a second)"]),
    Way(
      testDescription: "30 to 24 drops every fifth frame",
      showings: clip((0..<80).map { Int((Double($0) * 30 / 24).rounded()) }, rate: 24),
      withManifest: ["dropped 20 of 100 frames, every fifth (30 → 24 frames a second)"],
      without: ["dropped 20 of 100 frames, every fifth (30 → 24 frames a second)"]),
    Way(
      testDescription: "30 to 50 duplicates two frames in three",
      showings: clip((0..<166).map { min(99, Int(Double($0) * 30 / 50 + 1e-9)) }, rate: 50),
      withManifest: ["duplicated 66 of 100 frames, 66 in 100, evenly (30 → 50 frames a second)"],
      without: ["duplicated 66 frames, 66 in 100, evenly (30 → 50 frames a second)"]),
    Way(
      testDescription: "30 to 60 duplicates all frames",
      showings: clip((0..<200).map { $0 / 2 }, rate: 60),
      withManifest: ["duplicated 100 of 100 frames, every one (30 → 60 frames a second, cadence 2:2)"],
      without: ["duplicated 100 frames, every one (30 → 60 frames a second, cadence 2:2)"]),
    Way(
      testDescription: "30 to 25 plays slower",
      showings: clip(0..<100, rate: 25), withManifest: ["retimed (30 → 25 frames a second)"], without: []),
    Way(
      testDescription: "blending makes every second frame unreadable",
      showings: (0..<199).map {
        Showing(time: Double($0) / 60, mark: $0 % 2 == 0 ? .frame($0 / 2, clip: 0) : .unreadable)
      },
      withManifest: ["unreadable mark in 99 of 199 pictures, every second"],
      without: ["unreadable mark in 99 of 199 pictures, every second"]),
    Way(
      testDescription: "a clip shown twice starts again",
      showings: clip((0..<200).map { $0 % 100 }),
      withManifest: ["starts again: with frame 0 (3.333 s)"], without: ["starts again: with frame 0 (3.333 s)"]),
    Way(
      testDescription: "a stale frame between two others",
      showings: clip(Array(0..<50) + [10] + Array(50..<100)),
      withManifest: ["stale 1 of 100 frames: 10 (1.667 s)"], without: ["stale 1 frame: 10 (1.667 s)"]),
    Way(
      testDescription: "a stale frame instead of another",
      showings: clip((0..<100).map { $0 == 60 ? 10 : $0 }),
      withManifest: ["dropped 1 of 100 frames: 60 (2.033 s)", "stale 1 of 100 frames: 10 (2 s)"],
      without: ["dropped 1 of 100 frames: 60 (2.033 s)", "stale 1 frame: 10 (2 s)"]),
    Way(
      testDescription: "a stale frame that is held",
      showings: clip(Array(0..<50) + [10, 10, 10] + Array(50..<100)),
      withManifest: ["frozen on 1 frame: 10 for 0.1 s (1.667 s)", "stale 1 of 100 frames: 10 (1.667 s)"],
      without: ["frozen on 1 frame: 10 for 0.1 s (1.667 s)", "stale 1 frame: 10 (1.667 s)"]),
    Way(
      testDescription: "three stale frames in a row",
      showings: clip(Array(0..<50) + [10, 11, 12] + Array(50..<100)),
      withManifest: ["stale 3 of 100 frames: 10–12 (1.667 s)"], without: ["stale 3 frames: 10–12 (1.667 s)"]),
    Way(
      testDescription: "two frames shown alternately",
      showings: clip(Array(0..<42) + [40, 41] + Array(42..<100)),
      withManifest: ["stale 2 of 100 frames: 40–41 (1.4 s)"], without: ["stale 2 frames: 40–41 (1.4 s)"]),
    Way(
      testDescription: "a stale frame after every tenth",
      showings: clip((0..<100).flatMap { $0 % 10 == 9 ? [$0, $0 - 5] : [$0] }),
      withManifest: ["stale 10 of 100 frames, every 10th"],
      without: ["stale 10 frames, every 10th"]),
    Way(
      testDescription: "a frame also shown before its time",
      showings: clip(Array(0..<11) + [50] + Array(11..<100)),
      withManifest: ["stale 1 of 100 frames: 50 (0.367 s)"], without: ["stale 1 frame: 50 (0.367 s)"]),
    Way(
      testDescription: "forwards, then backwards",
      showings: clip(Array(0..<100) + (0..<99).reversed()),
      withManifest: ["stale 99 of 100 frames, backwards: 0–98 (3.333 s)"],
      without: ["stale 99 frames, backwards: 0–98 (3.333 s)"]),
    Way(
      testDescription: "frozen for a while",
      showings: clip((0..<100).map { (20..<32).contains($0) ? 20 : $0 }),
      withManifest: ["dropped 11 of 100 frames: 21–31 (1.067 s)", "frozen on 1 frame: 20 for 0.4 s (0.667 s)"],
      without: ["dropped 11 of 100 frames: 21–31 (1.067 s)", "frozen on 1 frame: 20 for 0.4 s (0.667 s)"]),
    Way(
      testDescription: "the end is missing",
      showings: clip(0..<58), withManifest: ["dropped 42 of 100 frames: 58–99 (1.9 s)"], without: []),
    Way(
      testDescription: "the beginning is missing, times kept",
      showings: clip(12..<100, from: 0.4), withManifest: ["dropped 12 of 100 frames: 0–11 (0.4 s)"],
      without: ["dropped 12 of 100 frames: 0–11 (0.4 s)"]),
    Way(
      testDescription: "one frame is late",
      showings: (0..<100).map { Showing($0, at: Double($0) / 30 + ($0 == 40 ? 0.01 : 0)) },
      withManifest: ["late 1 frame: 40 by 10 ms (1.343 s)"], without: ["late 1 frame: 40 by 10 ms (1.343 s)"]),
    Way(
      testDescription: "one frame is early",
      showings: (0..<100).map { Showing($0, at: Double($0) / 30 - ($0 == 40 ? 0.01 : 0)) },
      withManifest: ["early 1 frame: 40 by 10 ms (1.323 s)"], without: ["early 1 frame: 40 by 10 ms (1.323 s)"]),
    Way(
      testDescription: "timestamps jump back",
      showings: (0..<100).map { Showing($0, at: Double($0) / 30 - ($0 > 40 ? 0.02 : 0)) },
      withManifest: ["timestamp jump: -0.02 s at frame 41 (1.347 s)"],
      without: ["timestamp jump: -0.02 s at frame 41 (1.347 s)"]),
    Way(
      testDescription: "an advertisement from another clip",
      showings: (0..<100).map { Showing($0, of: (50...55).contains($0) ? 9 : 0, at: Double($0) / 30) },
      withManifest: ["mark of another clip in 6 of 100 pictures: 50–55 (1.667 s)"],
      without: ["mark of another clip in 6 of 100 pictures: 50–55 (1.667 s)"]),
    Way(
      testDescription: "a frame that moved far",
      showings: clip([0, 1, 2] + Array(4...9) + [3] + Array(10..<100)),
      withManifest: ["reordered 1 frame: 3 (0.3 s)"], without: ["reordered 1 frame: 3 (0.3 s)"]),
    Way(
      testDescription: "rounding to milliseconds is not jitter",
      showings: (0..<100).map { Showing($0, at: (Double($0) / 0.030).rounded() / 1000) },
      withManifest: [], without: []),
  ]

  @Test("The effects of pipelines are found with a manifest", arguments: ways)
  func withManifest(way: Way) {
    let rates: [String: FrameRate] = ["60 →": 60, "25 →": 25, "24 →": 24]
    var reference = Self.reference
    for (start, rate) in rates where way.withManifest.contains(where: { $0.contains("(\(start)") }) {
      reference.frameRate = rate
    }
    #expect(Self.lines(way.showings, reference) == way.withManifest)
  }

  @Test("The effects of pipelines are found from the marks alone", arguments: ways)
  func withoutManifest(way: Way) {
    #expect(Self.lines(way.showings, Self.markless) == way.without)
  }

  /// Conversions: the frame that each picture shows, the rates, and the words about the cadence.
  static let cadences: [(name: String, frames: [Int], rates: (Int, Int), words: String)] = [
    ("film on television", (0..<250).map { $0 * 2 / 5 }, (24, 60), "(24 → 60 frames a second, cadence 2:3)"),
    (
      "film on television, for editing", (0..<250).map { $0 / 10 * 4 + [0, 0, 1, 1, 1, 2, 2, 2, 3, 3][$0 % 10] },
      (24, 60),
      "(24 → 60 frames a second, cadence 2:2:3:3)"
    ),
    (
      "two kept and two dropped", (0..<50).map { $0 / 2 * 4 + $0 % 2 }, (60, 30),
      "(60 → 30 frames a second, uneven cadence 1:3, two frames kept and two dropped, "
        + "16.7 ms to 50 ms from one picture to the next)"
    ),
    ("every second", (0..<50).map { $0 * 2 }, (60, 30), "(60 → 30 frames a second)"),
    ("every second, with odd ends", [0, 1] + (1..<40).map { $0 * 2 } + [79], (60, 30), "(60 → 30 frames a second)"),
    ("evenly", (0..<96).map { $0 * 25 / 24 }, (25, 24), "(25 → 24 frames a second)"),
  ]

  @Test("The cadence of a conversion has a name, if it is more than even", arguments: cadences.indices)
  func cadence(index: Int) throws {
    let (name, frames, rates, words) = Self.cadences[index]
    let reference = TimelineReference(
      frameRate: try FrameRate(rates.0, 1), frameCount: (frames.last ?? 0) + 1, tick: 1.0 / 90_000)
    let showings = frames.enumerated().map { Showing($1, at: Double($0) / Double(rates.1)) }
    let lines = Self.lines(showings, reference)
    #expect(lines.count == 1 && lines.first?.hasSuffix(words) == true, "\(name): \(lines)")
  }

  // MARK: - Rates and lengths

  @Test(
    "A slow clock is reported, whatever else happens", arguments: [1.0 / 90_000, 0.001], [0, 33, -100, 200])
  func drift(tick: Double, ppm: Int) {
    let showings = (0..<9000).map { number in
      let time = Double(number) / 30 * (1 + Double(ppm) / 1e6) + (number >= 4000 ? 0.5 : 0)
      return Showing(number, at: (time / tick).rounded() * tick)
    }
    let lines = Self.lines(showings, TimelineReference(frameRate: 30, frameCount: 9000, tick: tick))
    #expect(lines.first?.hasPrefix("gap: 0.5 s before frame 4000") == true, "\(lines)")
    #expect(lines.count == (ppm == 0 ? 1 : 2), "\(lines)")
    if ppm != 0 {
      #expect(lines.last?.hasSuffix(", \(abs(ppm)) ppm \(ppm > 0 ? "slower" : "faster"))") == true, "\(lines)")
    }
  }

  /// Rates and clocks that can distinguish neighbouring frames.
  static let clocks: [(rate: String, tick: Double)] =
    ["23.976", "24", "25", "29.97", "30", "50", "59.94", "60", "100", "119.88", "120", "7", "12.5"]
    .flatMap { rate in [1.0 / 90_000, 0.001].map { (rate, $0) } }
    + ["23.976", "25", "30", "7", "12.5"].map { ($0, 0.01) }

  @Test("No rate is mistaken for another, whatever the clock", arguments: clocks)
  func rates(rate: String, tick: Double) throws {
    let rate = try FrameRate(parsing: rate)
    for count in [1, 2, 3, 30, 1000] {
      let showings = (0..<count).map { Showing($0, at: (rate.seconds(ofFrame: $0) / tick).rounded() * tick) }
      let known = TimelineReference(frameRate: rate, frameCount: count, headerRate: rate, tick: tick)
      #expect(Self.lines(showings, known) == [], "\(count) frames")
      #expect(Self.lines(showings, TimelineReference(headerRate: rate, tick: tick)) == [], "\(count) frames")
    }
  }

  @Test("An empty movie has lost everything, but nothing crashes")
  func empty() {
    #expect(Self.lines([]) == ["dropped 100 of 100 frames: 0–99"])
    #expect(Self.lines([], Self.markless) == [])
  }

  @Test("Ten thousand dropped frames are reported in one line")
  func compact() {
    let reference = TimelineReference(frameRate: 60, frameCount: 20_000)
    let lines = Self.lines(Self.clip((0..<10_000).map { $0 * 2 }), reference)
    #expect(lines == ["dropped 10000 of 20000 frames, every second (60 → 30 frames a second)"])
  }

  @Test("Absurd times are reported, in any order", arguments: 0..<6)
  func wildTimes(shift: Int) {
    let times = [0, 1e-300, 3.3e12 / 90, 4e16, -1e17, 9.2e18 * 65_535]
    let numbers: [Int?] = [4, nil, 33, 0, nil, 1_000_000]
    let showings = numbers.enumerated().map { index, number in
      let time = times[(index + shift) % times.count]
      return number.map { Showing($0, at: time) } ?? Showing(time: time, mark: .unreadable)
    }
    for reference in [Self.reference, Self.markless, TimelineReference(tick: 1e15)] {
      let timeline = Timeline(showings, reference: reference)
      #expect(timeline.findings.contains { $0.kind == .dropped })
      #expect(timeline.findings.allSatisfy { !$0.description.contains("\n") })
      #expect(timeline.frameStates(columns: 50).contains(.dropped))
      let beeps = times.map { HeardBeep(time: $0, number: nil, level: 0.5, isCut: false) }
      #expect(SoundCheck(beeps, timeline).offset?.isFinite != false)
    }
  }

  @Test("Frames shown in a return are stale and not dropped, and a dropped frame counts once")
  func returns() {
    let reference = TimelineReference(frameRate: 30, frameCount: 80, tick: 1.0 / 90_000)
    let first = Array(0...38) + [2, 3, 4, 6, 5] + Array(44...79)
    #expect(
      Self.lines(Self.clip(first), reference) == [
        "dropped 5 of 80 frames: 39–43 (1.467 s)", "stale 5 of 80 frames: 2–4 (1.3 s), 6 (1.4 s), 5 (1.433 s)",
      ])
    let second = Array(0...47) + Array(58...65) + [47] + Array(58...79)
    #expect(Self.lines(Self.clip(second), reference).first == "dropped 10 of 80 frames: 48–57 (1.6 s)")
    // A clip that starts again after an old frame still does.
    let again = Array(0...38) + [7] + Array(0...79)
    #expect(Self.lines(Self.clip(again), reference).contains("starts again: with frame 0 (1.333 s)"))
  }

  @Test("Of random sequences with returns, exactly the frames that were never shown are dropped", arguments: 0..<400)
  func randomReturns(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (numbers, next): ([Int], Int) = ([], 0)
    while next < 80 {
      switch random.below(12) {
      case 0 where next > 4:
        // Some old frames, up or down or the same again, and not from the very beginning.
        let count = 1 + random.below(6)
        let start = 1 + random.below(next - 1)
        let step = [1, 1, 1, -1, 0, 2][random.below(6)]
        numbers += (0..<count).map { start + $0 * step }.filter { (1..<next).contains($0) }
      case 1 where next > 12:
        // The clip goes on from an old frame.
        next -= 1 + random.below(10)
      case 2: next += 1 + random.below(10)
      default:
        let end = min(80, next + 1 + random.below(20))
        numbers += next..<end
        next = end
      }
    }
    let reference = TimelineReference(frameRate: 30, frameCount: 80, tick: 1.0 / 90_000)
    let findings = Timeline(Self.clip(numbers), reference: reference).findings
    let dropped = findings.first { $0.kind == .dropped }?.spans.flatMap { Array($0.first...$0.last) } ?? []
    let missing = (0..<80).filter { !numbers.contains($0) }
    #expect(dropped.sorted() == missing, "\(numbers)")
    let repeated = Set(zip(numbers, numbers.dropFirst()).filter { $0 == $1 }.map(\.0))
    for kind in [Finding.Kind.duplicated, .frozen] {
      let spans = findings.first { $0.kind == kind }?.spans ?? []
      #expect(spans.allSatisfy { repeated.contains($0.first) }, "\(numbers)")
    }
  }

  @Test("A frame that lasts as long as it was made is not frozen at a constant rate")
  func heldAsMade() throws {
    var recipe = FixtureRecipe()
    (recipe.frameCount, recipe.faults.variableRate) = (60, true)
    let plan = try FixturePlan(recipe)
    let pictures = plan.pictures(of: 0)
    let end = try #require(pictures.last).time
    let converted = (0..<Int(end * 60)).map { index in
      let time = Double(index) / 60
      return Showing(pictures.last { $0.time <= time + 1e-9 }?.number ?? 0, at: time)
    }
    var reference = TimelineReference(frameRate: 30, frameCount: 60, tick: 1.0 / 90_000)
    #expect(Timeline(converted, reference: reference).findings.contains { $0.kind == .frozen })
    reference.durations = plan.durations
    #expect(!Timeline(converted, reference: reference).findings.contains { $0.kind == .frozen })
  }

  @Test("A clip that restarts repeatedly with a million frames missing each time is reported in little memory")
  func oftenRestarted() {
    let showings = (0..<800).map { Showing([0, 1, 2, 1_000_000][$0 % 4], at: Double($0) / 30) }
    let timeline = Timeline(showings, reference: Self.markless)
    let dropped = timeline.findings.first { $0.kind == .dropped }
    #expect(dropped?.count == 200 * 999_997)
    #expect(timeline.frameStates(columns: 10).allSatisfy { $0 == .dropped })
    #expect(Finding.subtract(timeline.findings, from: timeline.findings, tolerance: 0).isEmpty)
  }

  @Test("A set of frames behaves like a set of numbers", arguments: 0..<20)
  func frameSet(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var (set, numbers) = (FrameSet(), Set<Int>())
    for _ in 0..<60 {
      let low = random.below(50)
      let run = low...low + random.below(4)
      set.insert(run)
      numbers.formUnion(run)
      let asked = 5...random.below(50) + 5
      #expect(set.missing(from: asked).flatMap(Array.init) == asked.filter { !numbers.contains($0) })
      let number = random.below(60) - 5
      if let nearest = numbers.min(by: { (abs($0 - number), $0) < (abs($1 - number), $1) }) { numbers.remove(nearest) }
      set.removeNearest(to: number)
      #expect(set.runs.flatMap(Array.init) == numbers.sorted(), "\(number)")
    }
  }
}
