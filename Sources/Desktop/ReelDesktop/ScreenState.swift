import ReelFiles
import ReelPlatform

/// The state of a screen at a moment of its session, taken from the session's events.
package struct ScreenState: Encodable {
  /// A point, in pixels of the film.
  struct Point: Encodable {
    var x: Double
    var y: Double
  }

  /// The width and the height.
  private(set) var size: [Int] = []
  /// The title of the window that has the keyboard; nil for none.
  private(set) var window: String?
  /// The pointer; nil before it was anywhere.
  private(set) var pointer: Point?
  /// The chapter; nil before the first.
  private(set) var chapter: String?

  /// The longest list of events that is read, in bytes.
  private static let longest = 256 << 20

  /// Reads the events beside a session's film; nil for any other film.
  ///
  /// - Parameters:
  ///   - film: The path of the film, `screen.mp4`.
  ///   - seconds: The time in the film.
  package init?(ofFilm film: String, atSeconds seconds: Double) {
    let (_, folder, name) = OutputFile.split(film)
    guard name == SessionFolder.filmName,
      let bytes = try? BoundedFile.read("\(folder)/\(SessionFolder.eventsName)", limit: Self.longest)
    else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // After a kill the last line may be incomplete. The times of frames and events are rounded.
      if let event = try? JSONDecoder().decode(ScreenEvent.self, from: Data(line)), event.t <= seconds + 1e-6 {
        take(event)
      }
    }
  }

  private mutating func take(_ event: ScreenEvent) {
    switch event.kind {
    case .screen: size = [event.width ?? 0, event.height ?? 0]
    case .focus: window = event.text
    case .pointer: if let x = event.x, let y = event.y { pointer = Point(x: x, y: y) }
    case .chapter: chapter = event.text
    default: break
    }
  }
}
