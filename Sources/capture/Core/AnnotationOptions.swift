import ArgumentParser
import Reel

/// Marks on a still, for a report.
struct AnnotationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Hide a part of the picture for good, as a mosaic: 320x40+100+50.", valueName: "region"),
    transform: { try PixelRegion(parsing: $0, as: "part to blur") })
  var blur: [PixelRegion] = []

  @Option(
    help: ArgumentHelp("Draw a box around a part: 320x120+100+50.", valueName: "region"),
    transform: { try PixelRegion(parsing: $0, as: "box") })
  var box: [PixelRegion] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Draw an arrow from one point to another: 100,80-300,200.", valueName: "points"),
    transform: Arrow.init(parsing:))
  var arrow: [Arrow] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Write a note at a point: '100,80:Too dark'.", valueName: "point:text"),
    transform: Note.init(parsing:))
  var note: [Note] = []

  /// The options' names, with which a value follows.
  static let names = ["--blur", "--box", "--arrow", "--note"]

  /// Draws the marks.
  ///
  /// - Throws: `InvalidValue` for a mark outside the picture.
  func draw(on bitmap: inout Bitmap) throws {
    let picture = bitmap.size.bounds
    func check(_ region: PixelRegion, _ name: String) throws -> Rect {
      let rect = region.rect
      guard rect.maxX <= picture.maxX, rect.maxY <= picture.maxY else {
        throw outside(
          name,
          "\(Int(clamping: rect.width))x\(Int(clamping: rect.height))+\(Int(clamping: rect.minX))+\(Int(clamping: rect.minY))"
        )
      }
      return rect
    }
    func outside(_ name: String, _ text: String) -> InvalidValue {
      InvalidValue(name, text, expected: "inside the picture, which has \(bitmap.size) pixels")
    }
    var marks = try blur.map { Annotation.blur(try check($0, "part to blur")) }
    marks += try box.map { .box(try check($0, "box")) }
    marks += try arrow.map { arrow in
      guard picture.contains(arrow.start), picture.contains(arrow.tip) else { throw outside("arrow", arrow.text) }
      return .arrow(from: arrow.start, to: arrow.tip)
    }
    marks += try note.map { note in
      guard picture.contains(note.corner) else { throw outside("place of the note", note.place) }
      return .note(note.text, at: note.corner)
    }
    if !marks.isEmpty { try bitmap.annotate(marks) }
  }

  /// Two points.
  struct Arrow: Hashable {
    var start: Point
    var tip: Point
    var text: String

    /// Reads `100,80-300,200`.
    init(parsing text: String) throws {
      let points = text.split(separator: "-", omittingEmptySubsequences: false).map {
        AnnotationOptions.point(String($0))
      }
      guard points.count == 2, let start = points[0], let tip = points[1], start != tip else {
        throw InvalidValue("arrow", text, expected: "two different points, such as 100,80-300,200")
      }
      (self.start, self.tip, self.text) = (start, tip, text)
    }
  }

  /// A text at a point.
  struct Note: Hashable {
    var corner: Point
    var place: String
    var text: String

    /// Reads `100,80:Too dark`.
    init(parsing words: String) throws {
      let parts = words.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let corner = AnnotationOptions.point(parts[0]),
        !parts[1].allSatisfy(\.isWhitespace)
      else {
        throw InvalidValue("note", words, expected: "a point and a text, such as '100,80:Too dark'")
      }
      (self.corner, place, text) = (corner, parts[0], parts[1])
    }
  }

  /// Reads `100,80`.
  private static func point(_ text: String) -> Point? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], (0...32_767).contains(x), (0...32_767).contains(y)
    else { return nil }
    return Point(x: Double(x), y: Double(y))
  }
}
