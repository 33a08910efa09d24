import ReelFiles
import ReelFormats
import ReelGeometry
import ReelVideo

/// A line of the framed protocol: the members of one JSON object.
struct FramedLine {
  /// A fault in a line, without the name of its stream.
  struct Fault: Error {
    var reason: String

    init(_ reason: String) { self.reason = reason }
  }

  /// The most bytes of a line, with its end.
  static let byteLimit = 1 << 16

  private let members: [String: JSONValue]

  /// Reads a line.
  ///
  /// - Throws: `Fault` for anything but a JSON object in UTF-8.
  init(_ bytes: [UInt8]) throws(Fault) {
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw Fault("the line is not text in UTF-8: the bytes before it may have another length than announced")
    }
    do throws(FormatError) {
      var parser = JSONParser(try TextSource(bytes, name: ""))
      let value = try parser.value()
      guard case .object(let members) = value, parser.isAtEnd() else {
        throw FormatError(file: "", column: parser.position, reason: "expected one object in braces")
      }
      self.members = members
    } catch {
      throw Fault(
        "the line is not JSON (\(error.reason)): the bytes before it may have another length than announced")
    }
  }

  /// Whether there is a member of this name.
  func has(_ name: String) -> Bool { members[name] != nil }

  /// The number of this name; nil where there is none.
  func number(_ name: String) throws(Fault) -> Double? {
    guard let value = members[name] else { return nil }
    guard let number = value.number else { throw Fault("\"\(name)\" is not a number") }
    return number
  }

  /// The whole number of this name; nil where there is none.
  func whole(_ name: String, _ range: ClosedRange<Int>) throws(Fault) -> Int? {
    guard let number = try number(name) else { return nil }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw Fault(
        "\"\(name)\" is \(Self.text(number)), and not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  /// The text of this name; nil where there is none.
  func text(_ name: String) throws(Fault) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.string else { throw Fault("\"\(name)\" is not a text") }
    return text
  }

  /// Whether the stream ends here.
  func isEnd() throws(Fault) -> Bool {
    guard let value = members["end"] else { return false }
    guard value == .bool(true) else { throw Fault("\"end\" can only be true") }
    return true
  }

  /// The areas that changed; nil where the whole picture did.
  func areas(in size: PixelSize) throws(Fault) -> [PixelArea]? {
    guard let value = members["rects"] else { return nil }
    guard let rects = value.elements else { throw Fault("\"rects\" is not a list") }
    guard rects.count <= Self.rectLimit else {
      throw Fault("it has \(rects.count) rectangles, but at most \(Self.rectLimit) are allowed")
    }
    var areas: [PixelArea] = []
    for rect in rects {
      guard let sides = rect.numbers, sides.count == 4 else {
        throw Fault("a rectangle is four numbers: [x, y, width, height]")
      }
      let whole = sides.compactMap { Int(exactly: $0) }
      guard whole.count == 4, whole.allSatisfy({ $0 >= 0 }), whole[0] <= size.width, whole[1] <= size.height,
        whole[2] <= size.width - whole[0], whole[3] <= size.height - whole[1]
      else {
        let text = sides.map(Self.text)
        throw Fault("the rectangle \(text[0]),\(text[1]) \(text[2])x\(text[3]) is outside \(size)")
      }
      areas.append(PixelArea(columns: whole[0]..<whole[0] + whole[2], rows: whole[1]..<whole[1] + whole[3]))
    }
    return areas
  }

  private static let rectLimit = 1024

  /// A number as people write it.
  static func text(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}
