import Foundation
import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTestSupport
import ReelTesting
import ReelVideo
import Testing

/// A square that turns green when it is tapped, and keeps what is typed.
private final class Square: Layer {
  var text = ""

  init(_ identifier: String, x: Double) {
    super.init()
    frame = Rect(x: x, y: 8, width: 32, height: 32)
    self.identifier = identifier
    backgroundColor = .red
  }

  override func tapped(at point: Point) -> Bool {
    stage?.focusedLayer = self
    Transaction.animate(duration: 1) { backgroundColor = .green }
    return true
  }

  override func typed(_ text: String) { self.text += text }
}

/// How the run that fails on purpose fails; nil but in that process.
private let failure = ProcessInfo.processInfo.environment["REEL_TEST_RUN"]

/// Fails where another test asks for it, in a process of its own.
@Suite struct FailedRunOnPurpose {
  @Test(.enabled(if: failure != nil))
  func run() throws {
    let stage = Stage(size: PixelSize(width: 96, height: 48), background: .white)
    stage.root.addSublayer(Square("a", x: 8))
    try StageTest.run(stage, film: "squares") { test in
      try test.wait(0.5)
      try test.tap("a")
      try test.wait(0.2)
      try test.type("x")
      if failure == "expect" { #expect(stage.time == 7) }
      if failure == "known" { withKnownIssue { #expect(stage.time == 7) } }
      if failure == "throw" { try test.tap("b") }
    }
  }
}

@Suite("Tests of a stage") struct StageTestTests {
  private let stage = Stage(size: PixelSize(width: 96, height: 48), background: .white)
  private let first = Square("first", x: 8)
  private let second = Square("second", x: 56)

  init() { for square in [first, second] { stage.root.addSublayer(square) } }

  /// The error of steps.
  private func problem(_ body: (StageTest) throws -> Void) throws -> StageTestError.Problem? {
    do {
      // Its film would be attached to this test.
      try StageTest.run(stage) { test in
        do { try body(test) } catch let error as StageTestError { throw Caught(problem: error.problem) }
      }
      return nil
    } catch let caught as Caught { return caught.problem }
  }

  private struct Caught: Error { var problem: StageTestError.Problem }

  @Test("Taps and typing reach the layers by their identifiers, and time passes in frames without waiting")
  func steps() throws {
    try StageTest.run(stage, frameRate: 10) { test in
      #expect(stage.time == 0)
      try test.tap("second")
      try test.type("4")
      #expect(second.text == "4" && first.text.isEmpty)
      try test.wait(until: { second.presentation.backgroundColor == .green })
      #expect(stage.time == 1)
      try test.wait(0.25)
      #expect(stage.time == 1.3)
      #expect(try test.picture[72, 24] == .green && test.picture[24, 24] == .red)
      #expect(test.events == [.init(time: 0, event: .tapLayer("second")), .init(time: 0, event: .type("4"))])
    }
  }

  @Test("Waiting for a layer lasts until it is visible, and at least as long as was asked for")
  func waiting() throws {
    second.isHidden = true
    stage.at(0.7) { [second] in second.isHidden = false }
    try StageTest.run(stage, frameRate: 10) { test in
      try test.wait(for: "second")
      #expect(stage.time == 0.7)
      try test.wait(for: "second", atLeast: 0.5)
      #expect(stage.time == 1.2)
      try test.wait(until: { true }, atLeast: 0.1)
      #expect(stage.time == 1.3)
    }
  }

  @Test("Steps that can't be done are refused")
  func refused() throws {
    let plain = Layer(frame: Rect(x: 0, y: 0, width: 4, height: 4))
    plain.identifier = "plain"
    stage.root.addSublayer(plain)
    #expect(try problem { try $0.tap("third") } == .missing("third", found: ["first", "second", "plain"]))
    #expect(try problem { try $0.type("4") } == .unfocused("4"))
    #expect(try problem { try $0.tap("plain") } == .unanswered("plain"))
  }

  @Test("A tap on a layer under another is refused")
  func covered() throws {
    let lid = Square("lid", x: 8)
    stage.root.addSublayer(lid)
    #expect(try problem { try $0.tap("first") } == .covered("first", by: "lid"))
  }

  @Test("Waiting ends with an error after its longest time")
  func overdue() throws {
    second.isHidden = true
    let found = try problem { test in
      do { try test.tap("second") } catch let error as StageTestError { #expect(error.problem == .invisible("second")) }
      try test.wait(for: "second", atMost: 2)
    }
    #expect(found == .notSeen("second", 2) && stage.time >= 2 && stage.time < 3.2)
  }

  @Test("Recorded events are played at their times, by identifier and by place")
  func played() throws {
    try StageTest.run(stage, frameRate: 10) { test in
      try test.wait(1)
      try test.play([
        .init(time: 1, event: .type("b")), .init(time: 0.5, event: .tapLayer("second")),
        .init(time: 2, event: .tap(Point(x: 20, y: 20))), .init(time: 2, event: .type("a")),
      ])
      #expect(second.text == "b" && first.text == "a" && stage.time == 3)
      #expect(test.events.map(\.time) == [1.5, 2, 3, 3])
    }
  }

  @Test("An error names the place in the test, the layer, and the layers that there are")
  func sentence() throws {
    let bare = Stage(size: stage.size)
    let error = try #require(throws: StageTestError.self) {
      try StageTest.run(bare) { try $0.tap("x", fileID: "T/A.swift", line: 3) }
    }
    #expect(error.description == #"T/A.swift:3: no layer has the identifier "x"; no layer of the stage has one"#)
  }

  @Test("A delayed reply notes calls at once and answers later, in the time of the stage")
  func delayed() throws {
    let reply = DelayedReply<Int, String>(on: stage, after: 0.5) { "\($0)!" }
    var answers: [String] = []
    reply(1) { answers.append($0) }
    try stage.advance(to: 0.4)
    reply(2) { answers.append($0) }
    #expect(reply.calls == [1, 2] && reply.waitingCount == 2 && answers.isEmpty)
    try stage.advance(to: 0.6)
    #expect(answers == ["1!"] && reply.waitingCount == 1)
    reply.delay = .infinity
    reply(3) { answers.append($0) }
    try stage.advance(to: 100)
    #expect(answers == ["1!", "2!"] && reply.waitingCount == 1)
  }
}

#if os(Linux)
  @Suite("What a failed test of a stage has attached")
  struct AttachedRunTests {
    @Test("The film of the run, whether an expectation failed or an error was thrown", arguments: ["expect", "throw"])
    func film(failure: String) async throws {
      try await withFolder { folder in
        let run = try await fail(failure, attaching: folder)
        #expect(run.status != 0, "\(run.error)")
        let names = try fileNames(in: folder)
        #expect(names == ["squares.mp4"], "\(names)")
        let movie = try MovieReader(url: folder.appending(path: "squares.mp4"))
        var frames: [Bitmap] = []
        while let frame = try movie.nextFrame() { frames.append(try frame.bitmap()) }
        // Half a second, the time between the steps, and the second that shows their effect.
        #expect(frames.count == 52)
        if let ffprobe = Program.find("ffprobe") {
          let listed = try await Program.runAside(
            ffprobe, ["-v", "error", "-show_entries", "chapter_tags=title", "-of", "csv=p=0", "squares.mp4"],
            in: folder.path)
          let titles = String(decoding: listed.output, as: UTF8.self).split(separator: "\n")
          #expect(titles == ["Start", "tap a", "type x"], "\(titles)")
        }
        let (before, after) = (try #require(frames.first)[24, 24], try #require(frames.last)[24, 24])
        #expect(before.red > 200 && before.green < 60, "\(before)")
        #expect(after.green > 100 && after.red < 60, "\(after)")
        // The ring of the tap spreads beyond the square.
        let ring = (15..<35).contains { number in
          (41..<64).contains { x in
            abs(Int(frames[number][x, 24].green) - Int(frames[10][x, 24].green)) > 20
          }
        }
        #expect(ring)
      }
    }

    @Test("Nothing if it passes, or fails as is known", arguments: ["none", "known"])
    func nothing(failure: String) async throws {
      try await withFolder { folder in
        let run = try await fail(failure, attaching: folder)
        #expect(run.status == 0, "\(run.error)")
        #expect(try fileNames(in: folder).isEmpty)
      }
    }

    private func fail(_ failure: String, attaching folder: URL) async throws -> Program {
      try await Program.runAside(
        try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
        ["--testing-library", "swift-testing", "--filter", "FailedRunOnPurpose", "--attachments-path", folder.path],
        environment: ["REEL_TEST_RUN": failure])
    }
  }
#endif
