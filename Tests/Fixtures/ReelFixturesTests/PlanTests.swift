import ReelGeometry
import ReelVideo
import Testing

@testable import ReelFixtures

@Suite struct PlanTests {
  private static func plan(_ options: [FixtureOption: String]) throws -> FixturePlan {
    try FixturePlan(try recipe([.frames: "8"].merging(options) { $1 }))
  }

  private static func frames(_ options: [FixtureOption: String]) throws -> [Int] {
    try plan(options).showings.map(\.frame)
  }

  private static func times(_ options: [FixtureOption: String]) throws -> [Int] {
    try plan(options).showings.map(\.pts)
  }

  @Test("A clean clip shows each frame for one tick of its rate")
  func clean() throws {
    let plan = try Self.plan([.fps: "30000/1001"])
    #expect(plan.ticksPerSecond == 30_000 && plan.frameTicks == 1001)
    #expect(plan.showings == (0..<8).map { .init(frame: $0, pts: $0 * 1001, duration: 1001) })
  }

  @Test("Dropped frames leave their time empty")
  func drop() throws {
    #expect(try Self.frames([.drop: "2,4-5"]) == [0, 1, 3, 6, 7])
    #expect(try Self.times([.drop: "2,4-5"]) == [0, 1, 3, 6, 7])
    #expect(try Self.plan([.drop: "2,4-5"]).showings.map(\.duration) == [1, 2, 3, 1, 1])
    #expect(try Self.times([.drop: "0"]).first == 1)
  }

  @Test("A container without times closes gaps and refuses faults in time")
  func withoutTimes() throws {
    let plan = try FixturePlan(try recipe([.frames: "4", .drop: "1", .duplicate: "2"]), keepsTimes: false)
    #expect(plan.showings.map(\.frame) == [0, 2, 2, 3])
    #expect(plan.showings.map(\.pts) == [0, 1, 2, 3])
    for options: [FixtureOption: String] in [
      [.jitter: "1ms"], [.vfr: "true"], [.gap: "2:1s"], [.startPTS: "1"], [.negativePTS: "true"],
    ] {
      #expect(throws: InvalidValue.self) { try FixturePlan(try recipe(options), keepsTimes: false) }
    }
  }

  @Test("Repeated frames make all later ones later")
  func duplicate() throws {
    #expect(try Self.frames([.duplicate: "3"]) == [0, 1, 2, 3, 3, 4, 5, 6, 7])
    #expect(try Self.times([.duplicate: "3"]) == Array(0...8))
  }

  @Test("Swapped frames have each other's times")
  func swap() throws {
    #expect(try Self.frames([.swap: "1:2,4:7"]) == [0, 2, 1, 3, 7, 5, 6, 4])
    #expect(try Self.times([.swap: "1:2,4:7"]) == Array(0..<8))
  }

  @Test("A gap moves its frame and all after it")
  func gap() throws {
    let plan = try Self.plan([.gap: "3:0.5s,6:1/3s"])
    #expect(plan.ticksPerSecond == 90_000)
    let shift = [0, 0, 0, 45_000, 45_000, 45_000, 75_000, 75_000]
    #expect(plan.showings.map(\.pts) == (0..<8).map { $0 * 3000 + shift[$0] })
    #expect(plan.showings[2].duration == 48_000)
  }

  @Test("Start times shift everything")
  func start() throws {
    #expect(try Self.times([.startPTS: "1.5s"]) == (0..<8).map { 135_000 + $0 * 3000 })
    #expect(try Self.times([.negativePTS: "true"]) == Array(-2..<6))
  }

  @Test(
    "A clip that begins before 0 has a picture at 0, whatever frames last longer or are missing",
    arguments: [[FixtureOption.vfr: "true"], [.jitter: "9ms"], [.drop: "2"], [.gap: "1:0.5s"], [.duplicate: "0"], [:]],
    ["1", "2", "3"])
  func negative(options: [FixtureOption: String], seed: String) throws {
    let times = try Self.times(options.merging([.negativePTS: "true", .seed: seed]) { $1 })
    #expect(times.contains(0) && times[0] < 0, "\(times)")
  }

  @Test("Jitter stays within its bounds, keeps the order and the first frame, and is reproducible")
  func jitter() throws {
    let options: [FixtureOption: String] = [.frames: "200", .jitter: "16ms", .seed: "3"]
    let times = try Self.times(options)
    let shifts = times.enumerated().map { $1 - $0 * 3000 }
    #expect(shifts[0] == 0 && shifts.allSatisfy { abs($0) <= 1440 } && Set(shifts).count > 150)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(try Self.times(options) == times)
    #expect(try Self.times(options.merging([.seed: "4"]) { $1 }) != times)
  }

  @Test("A variable rate has frames of half, normal and double duration")
  func variableRate() throws {
    let plan = try Self.plan([.frames: "100", .vfr: "true", .fps: "25"])
    let lengths = Set(plan.showings.dropLast().map { $0.duration * 2 / plan.frameTicks })
    #expect(lengths == [1, 2, 4])
  }

  @Test("Faults combine in a fixed order: sequence first, then times")
  func combined() throws {
    let plan = try Self.plan([.drop: "1", .duplicate: "3", .swap: "4:5", .gap: "6:100ms", .startPTS: "1s"])
    #expect(plan.showings.map(\.frame) == [0, 2, 3, 3, 5, 4, 6, 7])
    let slots = [0, 2, 3, 4, 5, 6, 7, 8]
    #expect(plan.showings.map(\.pts) == slots.map { 90_000 + $0 * 3000 + ($0 >= 7 ? 9000 : 0) })
  }

  /// Options for a clip of 100 frames at 30 a second, and a part of each error.
  static let impossible: [([FixtureOption: String], String)] = [
    ([.drop: "100"], "100"), ([.drop: "3,3"], "once"), ([.drop: "0-99"], "leave at least one"),
    ([.duplicate: "7,7"], "once"),
    ([.swap: "3:3"], "once"), ([.swap: "3:4,4:5"], "once"), ([.swap: "3:100"], "100"),
    ([.gap: "0:1s"], "precede frame 0"),
    ([.gap: "100:1s"], "100"), ([.gap: "5:0s"], "longer"), ([.gap: "5:3601s"], "3600s"), ([.gap: "5:1s,5:2s"], "once"),
    ([.drop: "7", .duplicate: "7"], "dropped"), ([.drop: "3", .swap: "3:4"], "dropped"),
    ([.drop: "40", .gap: "40:1s"], "dropped"), ([.jitter: "17ms"], "half"), ([.jitter: "-1ms"], "0 or more"),
    ([.jitter: "9ms", .vfr: "true"], "half"), ([.startPTS: "-1s"], "use negative-pts"),
    ([.startPTS: "86401s"], "86400s"),
  ]

  @Test("Faults that are impossible or contradict each other are refused", arguments: impossible)
  func refused(options: [FixtureOption: String], part: String) throws {
    let recipe = try recipe(options)
    let error = #expect(throws: InvalidValue.self) { try recipe.validate() }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    #expect(throws: InvalidValue.self) { try FixturePlan(recipe) }
  }
}
