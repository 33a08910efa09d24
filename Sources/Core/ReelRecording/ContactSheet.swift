import ReelGeometry
import ReelTiming

/// Selects frames of a film and arranges them on one picture.
public struct ContactSheet: Hashable, Sendable {
  /// The valid numbers of columns and of rows.
  public static let sides = 1...100
  /// The maximum width in pixels if none is given.
  public static let usualWidth = 1600

  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int
  /// The maximum width of the sheet in pixels.
  ///
  /// Nil for 1600, or for a single frame its own width.
  public var width: Int?
  /// The time of a single frame, in seconds; nil for the last frame.
  public var time: Double?

  /// Creates a sheet of frames that differ, at distances as even as that allows.
  public init(columns: Int, rows: Int, width: Int? = nil) {
    self.columns = columns
    self.rows = rows
    self.width = width
  }

  /// A single frame: the one at `time`, or the last one.
  public static func poster(at time: Double? = nil) -> ContactSheet {
    var sheet = ContactSheet(columns: 1, rows: 1)
    sheet.time = time
    return sheet
  }

  /// Parses a sheet such as `4x3`: columns by rows.
  ///
  /// - Throws: `InvalidValue` for any other text.
  public init(parsing text: String) throws(InvalidValue) {
    let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], Self.sides.contains(columns),
      Self.sides.contains(rows)
    else { throw InvalidValue("sheet", text, expected: "columns and rows from 1 to 100, such as 4x3") }
    self.init(columns: columns, rows: rows)
  }

  /// Whether it is a single frame.
  var isPoster: Bool { columns * rows == 1 }

  /// Checks the sheet.
  ///
  /// - Throws: `InvalidValue` for a number outside its range, and for more frames than the film has.
  func validate(frameCount: Int, _ rate: FrameRate) throws(InvalidValue) {
    guard Self.sides.contains(columns), Self.sides.contains(rows) else {
      throw InvalidValue("sheet", "\(columns)x\(rows)", expected: "columns and rows from 1 to 100")
    }
    guard columns * rows <= frameCount else {
      throw InvalidValue(
        "sheet", "\(columns)x\(rows)", expected: "at most \(frameCount) frames, the length of the film")
    }
    let end = rate.seconds(ofFrame: frameCount)
    if let time, !(0...end).contains(time) {
      throw InvalidValue("time of the poster", time, expected: "from 0 to \(end) seconds, the length of the film")
    }
  }

  /// Returns the numbers of frames at even distances, in order.
  func frames(of frameCount: Int, _ rate: FrameRate) -> [Int] {
    let count = columns * rows
    guard !isPoster else {
      // The frame on screen at that time. A tolerance of a billionth of a frame absorbs decimals that binary numbers
      // can't represent.
      let index = time.map { Int(clamping: ($0 * rate.framesPerSecond + 1e-9).rounded(.down)) }
      return [min(index ?? frameCount - 1, frameCount - 1)]
    }
    return (0..<count).map { (2 * $0 * (frameCount - 1) + count - 1) / (2 * (count - 1)) }
  }

  /// The gap between frames, and around them, in pixels.
  private var gap: Int { columns * rows > 1 ? 8 : 0 }

  /// Returns the size of each frame on the sheet, never larger than in the film.
  func cell(of film: PixelSize) -> PixelSize {
    let usual = columns * rows > 1 ? Self.usualWidth : film.width
    let room = ((width ?? usual) - gap * (columns + 1)) / columns
    guard room < film.width else { return film }
    let cell = max(1, room)
    return PixelSize(width: cell, height: max(1, (2 * film.height * cell + film.width) / (2 * film.width)))
  }

  /// Returns the size of the sheet.
  func size(of film: PixelSize) -> PixelSize {
    let cell = cell(of: film)
    return PixelSize(
      width: cell.width * columns + gap * (columns + 1), height: cell.height * rows + gap * (rows + 1))
  }

  /// Returns a frame's rectangle on the sheet.
  func rect(of index: Int, film: PixelSize) -> Rect {
    let cell = cell(of: film)
    return Rect(
      x: Double(gap + index % columns * (cell.width + gap)), y: Double(gap + index / columns * (cell.height + gap)),
      width: Double(cell.width), height: Double(cell.height))
  }
}
