import ReelGeometry
import ReelTiming

/// Which frames of a film stand on one picture, and how.
public struct ContactSheet: Hashable, Sendable {
  /// The legal numbers of columns and of rows.
  public static let sides = 1...100
  /// The most pixels in a row where nobody asked for a width.
  public static let usualWidth = 1600

  /// How many frames stand side by side.
  public var columns: Int
  /// How many rows of them there are.
  public var rows: Int
  /// The most pixels in a row of the sheet; nil for 1600, and for a single frame its own.
  public var width: Int?
  /// The time of a single frame, in seconds; nil for the last one.
  public var time: Double?

  /// Creates a sheet of frames at even distances, the first and the last among them.
  public init(columns: Int, rows: Int, width: Int? = nil) {
    self.columns = columns
    self.rows = rows
    self.width = width
  }

  /// A single frame: the last one, or that of a time.
  public static func poster(at time: Double? = nil) -> ContactSheet {
    var sheet = ContactSheet(columns: 1, rows: 1)
    sheet.time = time
    return sheet
  }

  /// Reads a sheet such as `4x3`: columns and rows.
  ///
  /// - Throws: `InvalidValue` for any other text.
  public init(parsing text: String) throws(InvalidValue) {
    let numbers = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], Self.sides.contains(columns),
      Self.sides.contains(rows)
    else { throw InvalidValue("sheet", text, expected: "columns and rows from 1 to 100, such as 4x3") }
    self.init(columns: columns, rows: rows)
  }

  /// Checks the sheet.
  ///
  /// - Throws: `InvalidValue` for a number outside its range, and for more frames than the film has.
  func validate(frameCount: Int, _ rate: FrameRate) throws(InvalidValue) {
    guard Self.sides.contains(columns), Self.sides.contains(rows) else {
      throw InvalidValue("sheet", "\(columns)x\(rows)", expected: "columns and rows from 1 to 100")
    }
    guard columns * rows <= frameCount else {
      throw InvalidValue("sheet", "\(columns)x\(rows)", expected: "at most \(frameCount) frames, all that the film has")
    }
    let end = rate.seconds(ofFrame: frameCount)
    if let time, !(0...end).contains(time) {
      throw InvalidValue("time of the poster", time, expected: "from 0 to \(end) seconds, the length of the film")
    }
  }

  /// Returns the numbers of its frames, in their order.
  func frames(of frameCount: Int, _ rate: FrameRate) -> [Int] {
    let count = columns * rows
    guard count > 1 else {
      // The frame that is on screen then; a billionth of a frame forgives decimals that binary numbers can't hold.
      let index = time.map { Int(clamping: ($0 * rate.framesPerSecond + 1e-9).rounded(.down)) }
      return [min(index ?? frameCount - 1, frameCount - 1)]
    }
    return (0..<count).map { (2 * $0 * (frameCount - 1) + count - 1) / (2 * (count - 1)) }
  }

  /// The pixels between frames.
  private var gap: Int { columns * rows > 1 ? 8 : 0 }

  /// Returns the size of each frame on the sheet: never larger than in the film.
  func cell(of film: PixelSize) -> PixelSize {
    let usual = columns * rows > 1 ? Self.usualWidth : film.width
    let room = ((width ?? usual) - gap * (columns - 1)) / columns
    guard room < film.width else { return film }
    let cell = max(1, room)
    return PixelSize(width: cell, height: max(1, (2 * film.height * cell + film.width) / (2 * film.width)))
  }

  /// Returns the size of the sheet.
  func size(of film: PixelSize) -> PixelSize {
    let cell = cell(of: film)
    return PixelSize(
      width: cell.width * columns + gap * (columns - 1), height: cell.height * rows + gap * (rows - 1))
  }

  /// Returns where a frame stands on the sheet.
  func rect(of index: Int, film: PixelSize) -> Rect {
    let cell = cell(of: film)
    return Rect(
      x: Double(index % columns * (cell.width + gap)), y: Double(index / columns * (cell.height + gap)),
      width: Double(cell.width), height: Double(cell.height))
  }
}
