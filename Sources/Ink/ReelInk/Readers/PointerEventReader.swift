import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads pointer events of a browser, saved as JSON: an array of events, or an object with a column for each property.
///
/// A stroke lasts from `pointerdown` to `pointerup`, or while the first button is down, or while there is pressure, depending on the
/// file. Simultaneous pointers become several fingers.
enum PointerEventReader: InkReader {
  static let format = "pointer events"

  private static let xNames = ["x", "clientX", "pageX", "offsetX", "screenX"]
  private static let yNames = ["y", "clientY", "pageY", "offsetY", "screenY"]
  private static let timeNames = ["timeStamp", "timestamp", "time", "t"]
  private static let listNames = ["events", "points", "data"]

  static func recognizes(_ source: TextSource) -> Bool {
    guard let first = source.firstByte, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return source.contains("\"x\"") || source.contains("\"clientX\"") || source.contains("\"pageX\"")
      || source.contains("\"offsetX\"") || source.contains("\"screenX\"")
  }

  /// The content of one event.
  private struct Sample {
    var x: Double
    var y: Double
    var time: Double?
    var type: String?
    var buttons: Double?
    var pressure: Double?
    var pointer: Double?

    /// Whether the pointer is down after the event, if the event says so.
    var isDown: Bool? {
      switch type {
      case "pointerup", "pointercancel", "pointerleave", "pointerout", "mouseup", "touchend", "touchcancel":
        return false
      case "pointerdown", "mousedown", "touchstart", "touchmove": return true
      default: break
      }
      // Buttons are a bit set; the first bit is the tip of a pen or a finger's touch. −1 and fractions are not valid sets.
      if let buttons { return Int(exactly: buttons).map { $0 > 0 && $0 & 1 == 1 } ?? false }
      return pressure.map { $0 > 0 }
    }
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let start = parser.position
    let value = try parser.value()
    guard parser.isAtEnd() else { throw source.error(at: parser.position, "expected nothing after the events") }
    var samples: [Sample] = []
    let list = value.elements ?? listNames.lazy.compactMap { value[$0]?.elements }.first
    if let list {
      for (index, event) in list.enumerated() { samples.append(try sample(event, index: index, in: source)) }
    } else {
      samples = try columns(value, at: start, in: source)
    }
    var builder = InkBuilder(source, options: options, format: format)
    try build(samples, with: &builder, at: start)
    return builder.finish()
  }

  private static func build(_ samples: [Sample], with builder: inout InkBuilder, at start: Int) throws(FormatError) {
    let pressing = samples.contains { $0.isDown == true }
    if !pressing { builder.note("the file does not say when the pointer was down, so everything is one stroke") }
    /// The strokes of the pointers that are down, and their order.
    var open: [Double: [Sample]] = [:]
    var finished: [(pointer: Double, samples: [Sample])] = []
    for sample in samples {
      let pointer = sample.pointer ?? 0
      let isDown = pressing ? sample.isDown ?? (open[pointer] != nil) : true
      if isDown {
        if sample.type == "pointerdown" || sample.type == "mousedown", let old = open.removeValue(forKey: pointer) {
          finished.append((pointer, old))
        }
        open[pointer, default: []].append(sample)
      } else if let old = open.removeValue(forKey: pointer) {
        finished.append((pointer, old))
      }
    }
    finished += open.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    // Fingers are numbered in order of appearance, because the pointer numbers of browsers are large and arbitrary.
    var touches: [Double: Int] = [:]
    for (pointer, samples) in finished {
      let touch = touches[pointer] ?? touches.count
      touches[pointer] = touch
      builder.beginStroke(touch: touch)
      for sample in samples { try builder.add(x: sample.x, y: sample.y, milliseconds: sample.time, at: start) }
    }
  }

  private static func sample(_ event: JSONValue, index: Int, in source: TextSource) throws(FormatError) -> Sample {
    func number(_ names: [String]) -> Double? { names.lazy.compactMap { event[$0]?.number }.first }
    guard let x = number(xNames), let y = number(yNames) else {
      throw source.error("expected numbers x and y in event \(index), counted from 0")
    }
    return Sample(
      x: x, y: y, time: number(timeNames), type: event["type"]?.string, buttons: event["buttons"]?.number,
      pressure: event["pressure"]?.number, pointer: event["pointerId"]?.number)
  }

  private static func columns(_ value: JSONValue, at start: Int, in source: TextSource) throws(FormatError) -> [Sample]
  {
    func column(_ names: [String]) -> [Double]? { names.lazy.compactMap { value[$0]?.numbers }.first }
    guard let x = column(xNames), let y = column(yNames) else {
      throw source.error(at: start, "expected an array of events, or arrays of numbers named x and y")
    }
    let others = [column(timeNames), column(["buttons"]), column(["pressure"]), column(["pointerId"])]
    for column in [y] + others.compactMap({ $0 }) where column.count != x.count {
      throw source.error(at: start, "expected columns as long as x, which has \(x.count), found one of \(column.count)")
    }
    let types = value["type"]?.elements
    return x.indices.map { index in
      Sample(
        x: x[index], y: y[index], time: others[0]?[index],
        type: types.flatMap { index < $0.count ? $0[index].string : nil }, buttons: others[1]?[index],
        pressure: others[2]?[index], pointer: others[3]?[index])
    }
  }
}
