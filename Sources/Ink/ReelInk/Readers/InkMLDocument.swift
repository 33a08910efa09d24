import ReelFormats
import ReelFiles
import ReelGeometry

/// Walks through an InkML document and keeps track of its definitions.
struct InkMLDocument {
  private let source: TextSource
  private var parser: XMLPullParser
  private var builder: InkBuilder
  /// The formats, by the identifier of their context, ink source or trace format.
  private var formats: [String: InkMLFormat] = [:]
  /// The format of traces without a context.
  private var current: InkMLFormat?
  /// The formats of the contexts; traces without a context use it if there is only one.
  private var contextFormats: [InkMLFormat] = []
  private var scopes: [Scope] = []
  private var latest = 0.0
  private var penUpCount = 0

  /// An open element, with its definitions so far.
  private struct Scope {
    var element: Substring
    var id: String?
    var contextReference: String?
    var format: InkMLFormat?
  }

  init(_ source: TextSource, options: InkOptions) {
    self.source = source
    parser = XMLPullParser(source)
    builder = InkBuilder(source, options: options, format: InkMLReader.format)
  }

  mutating func read() throws(FormatError) -> Ink {
    while let event = try parser.next() {
      switch event {
      case .start(let name, let attributes):
        let element = XMLName.local(name)
        if element == "trace" {
          try readTrace(attributes, at: parser.eventStart)
        } else {
          begin(element, attributes)
        }
      case .end: end()
      case .text: break
      }
    }
    if penUpCount > 0 { builder.note("traces with the pen up, which are not drawn: \(penUpCount)") }
    return builder.finish()
  }

  // MARK: Definitions

  private mutating func begin(_ element: Substring, _ attributes: [XMLAttribute]) {
    var scope = Scope(
      element: element, id: attributes["id"],
      contextReference: attributes["contextRef"] ?? scopes.last?.contextReference)
    switch element {
    case "context":
      let references = [attributes["traceFormatRef"], attributes["inkSourceRef"], attributes["contextRef"]]
      scope.format = references.compactMap { $0.flatMap { formats[Self.identifier($0)] } }.first
    case "traceFormat": scope.format = InkMLFormat()
    case "channel": addChannel(attributes)
    case "channelProperty": addProperty(attributes)
    case "sampleRate":
      if attributes["uniform"] != "false", let rate = attributes["value"].flatMap(Double.init), rate > 1e-6, rate < 1e6
      {
        updateFormat(of: "inkSource") { $0.sampleRate = rate }
      }
    default: break
    }
    scopes.append(scope)
  }

  private mutating func end() {
    guard let scope = scopes.popLast(), let format = scope.format else { return }
    if let id = scope.id { formats[id] = format }
    switch scope.element {
    case "traceFormat":
      let container = scopes.last { ["canvas", "inkSource", "context"].contains($0.element) }
      if let container {
        guard container.element != "canvas" else { return }
        updateFormat(of: container.element) { $0.channels = format.channels }
      } else {
        current = format
      }
    case "inkSource": updateFormat(of: "context") { $0 = $0.channels.isEmpty ? format : $0 }
    case "context":
      contextFormats.append(format)
      if !scopes.contains(where: { $0.element == "definitions" }) { current = format }
    default: break
    }
  }

  /// Changes the format of the innermost open element with that name, if any.
  private mutating func updateFormat(of element: Substring, _ change: (inout InkMLFormat) -> Void) {
    guard let index = scopes.lastIndex(where: { $0.element == element }) else { return }
    var format = scopes[index].format ?? InkMLFormat()
    change(&format)
    scopes[index].format = format
  }

  private mutating func addChannel(_ attributes: [XMLAttribute]) {
    var channel = InkMLFormat.Channel(name: attributes["name"] ?? "")
    channel.isReversed = attributes["orientation"] == "-ve"
    channel.isAbsolute = attributes["respectTo"] != nil
    if channel.name == "T" {
      switch attributes["units"] {
      case "s", "sec": channel.scale = 1000
      case "us", "µs": channel.scale = 0.001
      default: break
      }
    }
    updateFormat(of: "traceFormat") { if $0.channels.count < 64 { $0.channels.append(channel) } }
  }

  private mutating func addProperty(_ attributes: [XMLAttribute]) {
    guard attributes["name"] == "resolution", let channel = attributes["channel"],
      let value = attributes["value"].flatMap(Double.init), value > 1e-6, value < 1e9
    else { return }
    let perMillimetre: [String: Double] = ["1/mm": 1, "1/cm": 0.1, "1/m": 0.001, "1/in": 1 / 25.4, "1/pt": 72 / 25.4]
    let unit = perMillimetre[attributes["units"] ?? ""] ?? 1
    updateFormat(of: scopes.contains { $0.element == "inkSource" } ? "inkSource" : "context") {
      $0.resolutions[channel] = value * unit
    }
  }

  private static func identifier(_ reference: String) -> String {
    String(reference.split(separator: "#", omittingEmptySubsequences: false).last ?? "")
  }

  // MARK: Traces

  private mutating func readTrace(_ attributes: [XMLAttribute], at start: Int) throws(FormatError) {
    let text = try parser.readTextOfElement()
    // Traces within definitions are only drawn by reference.
    guard !scopes.contains(where: { $0.element == "definitions" }) else { return }
    guard attributes["type"] != "penUp" else {
      penUpCount += 1
      return
    }
    let reference = attributes["contextRef"] ?? scopes.last?.contextReference
    let known = reference.flatMap { formats[Self.identifier($0)] } ?? current
    let alone = contextFormats.count == 1 ? contextFormats[0] : nil
    var format = known ?? alone ?? .plain
    if format.channels.isEmpty { format.channels = InkMLFormat.plain.channels }
    guard let x = format.index(of: "X"), let y = format.index(of: "Y") else {
      throw source.error(at: start, "expected a trace format with the channels X and Y")
    }
    // A stroke may be split into several traces that continue each other.
    if attributes["continuation"] != "middle", attributes["continuation"] != "end" { builder.beginStroke() }

    let offset = attributes["timeOffset"].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    var clock = TraceClock(format: format, offset: offset, after: latest)
    let scales = format.axisScales
    var decoder = InkMLTrace(text)
    while try readPoint(&decoder, at: start) {
      let values = decoder.values
      guard values.count > max(x, y) else {
        throw fault("expected \(max(x, y) + 1) values or more, found \(values.count)", in: decoder, at: start)
      }
      let time = clock.time(of: values)
      if let time { latest = time }
      try builder.add(
        x: values[x] * (format.channels[x].isReversed ? -scales.x : scales.x),
        y: values[y] * (format.channels[y].isReversed ? -scales.y : scales.y), milliseconds: time, at: start)
    }
    if attributes["continuation"] != "begin", attributes["continuation"] != "middle" { builder.endStroke() }
  }

  private func readPoint(_ decoder: inout InkMLTrace, at start: Int) throws(FormatError) -> Bool {
    do {
      return try decoder.readPoint()
    } catch {
      throw fault(error.reason, in: decoder, at: start)
    }
  }

  private func fault(_ reason: String, in decoder: InkMLTrace, at start: Int) -> FormatError {
    source.error(at: start, "\(reason) in point \(decoder.pointNumber) of the trace")
  }
}

/// Computes the time of each point of a trace.
private struct TraceClock {
  private let index: Int?
  private let scale: Double
  private let isAbsolute: Bool
  private let offset: Double?
  private let rate: Double?
  private let start: Double
  private var shift: Double?
  private var count = 0.0

  init(format: InkMLFormat, offset: Double?, after latest: Double) {
    index = format.index(of: "T")
    scale = index.map { format.channels[$0].scale } ?? 1
    isAbsolute = index.map { format.channels[$0].isAbsolute } ?? false
    self.offset = offset
    rate = format.sampleRate
    // Without an offset, the trace starts half a second after the previous one.
    start = offset ?? latest + 500
  }

  /// Returns the time of a point.
  ///
  /// Times without a reference count from the start of the trace, unless they are already past its offset.
  mutating func time(of values: [Double]) -> Double? {
    if let index {
      guard index < values.count else { return nil }
      let time = values[index] * scale
      if shift == nil { shift = !isAbsolute && time < (offset ?? 0) ? offset ?? 0 : 0 }
      return time + (shift ?? 0)
    }
    guard let rate else { return nil }
    defer { count += 1 }
    return start + count / rate * 1000
  }
}
