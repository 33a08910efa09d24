import ReelGeometry
import ReelPlatform

/// A line that a filmed program writes to the file of `REEL_MARKS`.
struct DesktopMark: Hashable {
  /// The kind of a mark.
  enum Kind: String, Codable {
    /// Begins a chapter.
    case chapter
    /// Shows a caption until the next one; an empty one ends it.
    case caption
    /// Shows a ring where something was clicked.
    case click
    /// Shows a key that was pressed, or a text that was typed.
    case key
    /// Says that what the chapter shows has failed.
    case failure

    /// The same in the events of a session.
    var event: ScreenEvent.Kind {
      switch self {
      case .chapter: .chapter
      case .caption: .caption
      case .click: .click
      case .key: .key
      case .failure: .failure
      }
    }
  }

  var kind: Kind
  /// When it happened, in seconds since 1970; nil for the moment at which it is read.
  var time: Double?
  var text = ""
  /// Where, in pixels of the screen.
  var place: Point?

  /// The longest line, in bytes.
  static let longest = 4096

  /// Reads a line; nil if it is not a mark.
  init?(_ line: some Collection<UInt8>) {
    guard line.count <= Self.longest, let fields = try? JSONDecoder().decode(Fields.self, from: Data(line)) else {
      return nil
    }
    (kind, time, text) = (fields.kind ?? .chapter, fields.t, fields.text ?? "")
    if let x = fields.x, let y = fields.y, abs(x) < 1e5, abs(y) < 1e5 { place = Point(x: x, y: y) }
    if kind == .chapter || kind == .key, text.isEmpty { return nil }
    if kind == .click, place == nil { return nil }
  }

  /// The fields of the line.
  private struct Fields: Decodable {
    var t, x, y: Double?
    var kind: Kind?
    var text: String?
  }
}

/// The file to which a filmed program writes marks, while it grows.
struct MarkFile {
  private let descriptor: Int32
  private var rest: [UInt8] = []
  /// Whether the rest of a line that is too long is left out.
  private var isSkipping = false

  /// Creates the file.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0 { return nil }
  }

  /// The marks that have come since the last call.
  mutating func take() -> [DesktopMark] {
    var marks: [DesktopMark] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return marks }
      for byte in buffer[..<count] { add(byte, to: &marks) }
    }
  }

  private mutating func add(_ byte: UInt8, to marks: inout [DesktopMark]) {
    if byte == 10 {
      if !isSkipping, let mark = DesktopMark(rest) { marks.append(mark) }
      (rest, isSkipping) = ([], false)
    } else if rest.count > DesktopMark.longest {
      isSkipping = true
    } else {
      rest.append(byte)
    }
  }
}
