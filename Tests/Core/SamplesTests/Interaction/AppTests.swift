import Reel
import ReelInteraction
import ReelTesting
import Testing

@testable import reel_sample_app

/// Answers half a second after each call, and refuses level 7.
private final class FakeStore: FlakeStore {
  let reply: DelayedReply<Int, String?>

  init(_ app: SnowflakeApp) {
    reply = DelayedReply(on: app.stage, after: 0.5) { $0 < 7 ? "flake-\($0)" : nil }
    app.store = self
  }

  func save(level: Int, completion: @escaping (String?) -> Void) { reply(level, completion) }
}

@Suite("The app sample") struct AppTests {
  @Test("A level that is typed into the field grows the flake")
  func level() throws {
    let app = SnowflakeApp()
    try StageTest.run(app.stage) { test in
      try test.tap("level")
      try test.type("4")
      try test.wait(until: { app.flake.presentation.level == 4 }, atLeast: 1.5)
      #expect(app.level == 4)
      Goldens().expect(try test.picture, matches: "app-level-4", within: .perceptual(2, exceptShare: 0.01))
    }
  }

  @Test("Saving takes a while, then a message says so")
  func save() throws {
    let app = SnowflakeApp()
    let store = FakeStore(app)
    try StageTest.run(app.stage) { test in
      try test.tap("save")
      try test.tap("save")
      #expect(store.reply.calls == [0] && store.reply.waitingCount == 1)
      try test.wait(until: { store.reply.waitingCount == 0 })
      try test.wait(for: "message", atLeast: 1)
      #expect(app.message.text == "Saved flake-0")
      store.reply.delay = .infinity
      try test.tap("save")
      try test.wait(60)
      #expect(app.message.text == "Saving …")
    }
  }

  @Test("What a person did is played back by identifier, also in a window of another size")
  func played() throws {
    let recorded = try record()
    #expect(recorded.map(\.event) == [.tapLayer("level"), .type("4"), .tapLayer("save")])
    let app = SnowflakeApp(size: PixelSize(width: 800, height: 600))
    let store = FakeStore(app)
    try StageTest.run(app.stage) { test in
      try test.play(recorded)
      try test.wait(1)
      #expect(app.level == 4 && store.reply.calls == [4] && app.message.text == "Saved flake-4")
    }
  }

  /// Records the taps and typing of the sample.
  private func record() throws -> [StageInput<UserEvent>.Entry] {
    let app = SnowflakeApp()
    var recorded: [StageInput<UserEvent>.Entry] = []
    app.stage.receive(StageInput(replaying: Main.visit)) { [unowned stage = app.stage] event in
      let layer = stage.handle(event)
      recorded.append(.init(time: stage.time, event: event.named(by: layer)))
    }
    try app.stage.advance(to: 5)
    return recorded
  }
}
