import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelPlatform

/// A folder with the pictures of a screen, without what lies over them, and what happened on it.
package final class SessionFolder: Sendable {
  /// The film without the pointer.
  package let film: String
  private let path: String
  /// The names of the film and of the list of what happened.
  static let (filmName, eventsName) = ("screen.mp4", "events.jsonl")
  private let events: Int32

  /// Creates the folder, which must not exist or must be empty.
  ///
  /// - Throws: `OutputError` if it can't be created.
  package init(_ path: String) throws(OutputError) {
    self.path = path
    film = "\(path)/\(Self.filmName)"
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .cannotCreate(path: path, reason: "\(error.localizedDescription): choose another folder")
    }
    events = open("\(path)/\(Self.eventsName)", O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o666)
    guard events < 0 else { return }
    if errno == EEXIST { throw .alreadyExists(path: "\(path)/\(Self.eventsName)") }
    throw .cannotCreate(
      path: "\(path)/\(Self.eventsName)", reason: "\(String(cString: strerror(errno))): choose another folder")
  }

  deinit { close(events) }

  /// Appends events in one piece.
  func add(_ events: [ScreenEvent]) {
    if !events.isEmpty { writeLine(events.map(\.line).joined(separator: "\n"), to: self.events) }
  }

  /// Writes the picture of a pointer.
  ///
  /// - Returns: The name of its file; nil if it could not be written.
  func add(cursor: Bitmap, number: Int) -> String? {
    let name = "cursor-\(number).png"
    return (try? cursor.write(pngTo: URL(fileURLWithPath: "\(path)/\(name)"))).map { name }
  }
}
