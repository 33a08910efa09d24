import Foundation
import Reel
import ReelFarm
import ReelTestSupport
import Testing

@Suite("Equal films from any division")
struct EqualityTests {
  /// The number of random films: `make test-farm` tries 200.
  private static let count = ProcessInfo.processInfo.environment["REEL_FARM"].flatMap { Int($0) } ?? 5

  @Test("Random films have the same bytes from one job, any number of jobs and any number of joined parts")
  func random() async throws {
    var numbers = Seeded()
    for round in 0..<Self.count {
      let film = try Films.random(&numbers)
      let (jobs, parts) = (Int.random(in: 2...5, using: &numbers), Int.random(in: 1...7, using: &numbers))
      let what =
        "\(numbers), round \(round): \(jobs) jobs, \(parts) parts of \(String(decoding: try film.json, as: UTF8.self))"
      let workspace = try Workspace()
      try await Films.record(film, to: workspace.path("one.mp4"))
      let recorder = try ParallelRecorder(
        film, to: workspace.path("jobs.mp4"), replacing: .never, jobs: jobs, isDurable: false)
      recorder.start()
      #expect(try await recorder.recording.frameCount == film.frameCount, "\(what)")
      // The order of the parts does not matter.
      for number in (1...parts).shuffled(using: &numbers) {
        try await Films.make(number, of: parts, film, in: workspace.path("film.parts"))
      }
      try await Films.join(workspace.path("film.parts"), to: workspace.path("parts.mp4"))
      let one = try workspace.bytes("one.mp4")
      #expect(try workspace.bytes("jobs.mp4") == one, "\(what)")
      #expect(try workspace.bytes("parts.mp4") == one, "\(what)")
      #expect(try workspace.files == ["film.parts", "jobs.mp4", "one.mp4", "parts.mp4"], "\(what)")
    }
  }

  @Test("A film whose picture stands still up to a segment's first frame has the same bytes", arguments: [1, 2, 3])
  func cutAtBorder(parts: Int) async throws {
    let workspace = try Workspace()
    let film = try Films.film(
      #"""
      {"film": {"frames": 450, "fps": 15, "size": "64x48"}, "scenes": [
        {"snowflake": {"style": "step", "levels": "2"}, "seconds": 10}, {"zoom": {}, "seconds": 10},
        {"snowflake": {"style": "step", "levels": "3"}}]}
      """#)
    try await Films.record(film, to: workspace.path("one.mp4"))
    for number in 1...parts { try await Films.make(number, of: parts, film, in: workspace.path("film.parts")) }
    try await Films.join(workspace.path("film.parts"), to: workspace.path("film.mp4"))
    #expect(try workspace.bytes("film.mp4") == workspace.bytes("one.mp4"))
  }

  @Test("A last segment shorter than the encoder's delay is shown on time", arguments: [1, 2, 3])
  func shortEnd(rest: Int) async throws {
    let workspace = try Workspace()
    let film = try Films.film(
      #"""
      {"film": {"frames": \#(300 + rest), "fps": 15, "size": "64x48"}, "output": {"stills": "encode"},
       "scenes": [{"zoom": {}}]}
      """#)
    try await Films.record(film, to: workspace.path("one.mp4"))
    for number in 1...3 { try await Films.make(number, of: 3, film, in: workspace.path("film.parts")) }
    try await Films.join(workspace.path("film.parts"), to: workspace.path("film.mp4"))
    #expect(try workspace.bytes("film.mp4") == workspace.bytes("one.mp4"))
    let reader = try MovieReader(url: workspace.url("one.mp4"))
    var indices: [Int?] = []
    while let frame = try reader.nextFrame() { indices.append(frame.index) }
    #expect(indices == Array(0..<300 + rest))
  }

  @Test("A joined film has a picture for every frame and a keyframe at the start of each segment", arguments: [1, 3])
  func pictures(parts: Int) async throws {
    let workspace = try Workspace()
    let film = try Films.small()
    for number in 1...parts { try await Films.make(number, of: parts, film, in: workspace.path("film.parts")) }
    try await Films.join(workspace.path("film.parts"), to: workspace.path("film.mp4"))
    let reader = try MovieReader(url: workspace.url("film.mp4"))
    var index = 0
    while let frame = try reader.nextFrame() {
      #expect(frame.index == index)
      if index % 150 == 0 { #expect(frame.isKeyframe, "frame \(index)") }
      let difference = try frame.bitmap().difference(from: film.picture(ofFrame: index))
      #expect(difference.map { $0.mean < 4 } ?? false, "frame \(index): \(String(describing: difference))")
      index += 1
    }
    #expect(index == 390)
  }

  @Test("A film stopped during recording with several jobs ends without a gap")
  func stopped() async throws {
    let workspace = try Workspace()
    let film = try Films.small(frames: 2000)
    let recorder = try ParallelRecorder(
      film, to: workspace.path("film.mp4"), replacing: .never, jobs: 3, isDurable: false)
    recorder.start()
    for await progress in recorder.progress where progress.statistics.captured > 120 {
      recorder.stop()
      break
    }
    let recording = try await recorder.recording
    #expect((1...2000).contains(recording.frameCount))
    #expect(try MovieReader(url: workspace.url("film.mp4")).facts.frameCount == recording.frameCount)
    #expect(try workspace.files == ["film.mp4"])
  }
}
