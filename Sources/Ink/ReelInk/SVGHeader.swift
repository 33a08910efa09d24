import ReelFormats
import ReelFiles

/// The declared size of an SVG file.
///
/// The whole file is read, within the limits of drawings.
package struct SVGHeader: Sendable {
  /// The width and height, in units of the file.
  package let size: (width: Double, height: Double)

  private static let limit = 200_000
  /// The CSS pixels per unit of length.
  private static let units: [String: Double] = [
    "": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96,
  ]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the file's name in errors.
  /// - Throws: `FormatError` with line and column for a file that is not SVG, has no size, or has too many elements.
  package init(_ bytes: [UInt8], name: String) throws(FormatError) {
    let source = try TextSource(bytes, name: name)
    var parser = XMLPullParser(source)
    var size: (width: Double, height: Double)?
    var count = 0
    while let event = try parser.next() {
      guard case .start(let name, let attributes) = event else { continue }
      count += 1
      guard count <= Self.limit else {
        throw source.error(at: parser.eventStart, "expected at most \(Self.limit) elements, found more")
      }
      guard count == 1 else { continue }
      guard XMLName.local(name) == "svg" else {
        throw source.error(at: parser.eventStart, "expected an SVG, found <\(XMLName.local(name))>")
      }
      size = Self.size(attributes)
      if size == nil {
        throw source.error(at: parser.eventStart, "expected a size: give the SVG a viewBox, or a width and a height")
      }
    }
    guard let size else { throw source.error(at: 0, "expected an SVG, found nothing") }
    self.size = size
  }

  private static func size(_ attributes: [XMLAttribute]) -> (width: Double, height: Double)? {
    if let width = attributes["width"].flatMap(length), let height = attributes["height"].flatMap(length) {
      return (width, height)
    }
    guard let box = attributes["viewBox"].map(SVGDocument.numbers), box.count == 4, box[2] > 0, box[3] > 0,
      box[2].isFinite, box[3].isFinite
    else { return nil }
    return (box[2], box[3])
  }

  /// A length above 0 in pixels; nil for a relative one.
  private static func length(_ text: String) -> Double? {
    let unit = text.reversed().prefix { $0.isLetter }.reversed()
    guard let factor = units[String(unit)], let number = SVGDocument.numbers(text).first,
      text.dropLast(unit.count).last?.isNumber ?? false, number > 0, number < 1e9
    else { return nil }
    return number * factor
  }
}
