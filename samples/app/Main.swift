import Foundation
import Reel
import ReelInteraction
import Synchronization

/// Films somebody who uses the app, `app.mp4`, and records the taps and typing by the names of the layers, `app.json`.
///
/// In an app, the events come from a window: any thread may post them while the film is recorded in real time.
@main
struct Main {
  static func main() async throws {
    let log = EventLog()
    let recorder = try Recorder(source: app(log), sink: MovieSink(to: URL(fileURLWithPath: "app.mp4")), frameRate: 30)
    try await recorder.record(for: .seconds(5))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(log.entries).write(to: URL(fileURLWithPath: "app.json"))
    print("app.mp4, app.json: \(log.entries.count) events")
  }

  /// Sets up the app; the log gets what it handles.
  nonisolated static func app(_ log: EventLog) -> sending SnowflakeApp {
    let app = SnowflakeApp()
    app.store = FileStore()
    app.stage.receive(StageInput(replaying: visit)) { [unowned stage = app.stage] event in
      let layer = stage.handle(event)
      log.add(.init(time: stage.time, event: event.named(by: layer)))
    }
    return app
  }

  /// The taps and typing of a person, as points of the window.
  static let visit: [StageInput<UserEvent>.Entry] = [
    .init(time: 0.5, event: .tap(Point(x: 80, y: 356))),
    .init(time: 1, event: .type("4")),
    .init(time: 3, event: .tap(Point(x: 420, y: 350))),
  ]
}

/// Saves flakes as pictures in the current folder.
final class FileStore: FlakeStore {
  func save(level: Int, completion: @escaping (String?) -> Void) {
    let name = "flake-\(level).png"
    do {
      let flake = try Snowflake(level: Double(level), radius: 120, center: Point(x: 128, y: 128))
      var picture = Bitmap(width: 256, height: 256)
      try picture.draw { $0.stroke(flake.path(), with: .black, style: .round(width: 2)) }
      try Data(picture.pngData()).write(to: URL(fileURLWithPath: name))
      completion(name)
    } catch {
      completion(nil)
    }
  }
}

/// Keeps the events that the app handles on the recorder's thread.
final class EventLog: Sendable {
  private let list = Mutex<[StageInput<UserEvent>.Entry]>([])

  var entries: [StageInput<UserEvent>.Entry] { list.withLock { $0 } }

  func add(_ entry: StageInput<UserEvent>.Entry) { list.withLock { $0.append(entry) } }
}
