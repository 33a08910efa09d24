import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads UNIPEN: blocks of samples after `.PEN_DOWN` and `.PEN_UP`, in the columns named by `.COORD`.
///
/// Times are in milliseconds. Without a time column, samples are spaced by `.POINTS_PER_SECOND`, including those with the pen up.
/// y grows upwards in UNIPEN. The Lipi Toolkit and Qt's virtual keyboard write it downwards, as on the screen; their files are
/// recognized by a `.SEGMENT` with a level and no components. `InkOptions.isUpsideDown` is for others that break the rule.
///
/// `InkOptions.index` chooses one segment; without it, all ink of the file is read. `UNIPENIncludes` has already inserted included files.
/// Some collections have filler strokes with only (0, 0) between the drawn ones; they are left out.
enum UNIPENReader: InkReader {
  static let format = "UNIPEN"

  static func recognizes(_ source: TextSource) -> Bool {
    guard source.firstByte != UInt8(ascii: "<"), source.firstByte != UInt8(ascii: "{") else { return false }
    return source.contains(".PEN_DOWN") || source.firstByte == UInt8(ascii: ".") && source.contains(".INCLUDE")
  }

  /// The columns and their properties.
  private struct Layout {
    var names = ["X", "Y", "T"]
    var isDeclared = false
    var pointsPerSecond: Double?
    var resolution = (x: 1.0, y: 1.0)
    var yGrowsDownwards = false
    var x: Int? { names.firstIndex(of: "X") }
    var y: Int? { names.firstIndex(of: "Y") }
    var time: Int? { names.firstIndex(of: "T") }
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    var lines = TextLines(source)
    var layout = Layout()
    var isDown: Bool?
    /// A missing included file.
    var missing: String?
    var sampleNumber = 0.0
    var counter = Counter(wanted: try segment(in: source, options: options, builder: &builder))
    while let line = lines.next() {
      var position = line.lowerBound
      source.skipSpace(at: &position, before: line.upperBound)
      guard position < line.upperBound else { continue }
      let next = position + 1 < line.upperBound ? source.bytes[position + 1] : 0
      if source.bytes[position] == UInt8(ascii: "."), !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
        let keyword = source.words(in: line, atMost: 1).first ?? ""
        position += keyword.utf8.count
        source.skipSpace(at: &position, before: line.upperBound)
        // A line of a description may begin with the keyword itself.
        let isProse = position < line.upperBound && !source.beginsNumber(at: position)
        switch keyword {
        case ".PEN_DOWN" where isProse, ".PEN_UP" where isProse: isDown = nil
        case ".PEN_DOWN":
          builder.beginStroke()
          counter.beginComponent()
          isDown = true
        case ".PEN_UP":
          builder.endStroke()
          counter.beginComponent()
          isDown = false
        case ".DT":
          let pause = source.number(at: &position, before: line.upperBound) ?? 0
          sampleNumber += max(0, pause) / 1000 * (layout.pointsPerSecond ?? 0)
          isDown = nil
        case ".INCLUDE": missing = missing ?? source.words(in: line, atMost: 2).last
        default:
          // Comments and descriptions may take any number of lines; samples follow pen keywords only.
          if isDown == true { builder.endStroke() }
          isDown = nil
          try declare(keyword, in: line, of: source, layout: &layout)
        }
        // Some writers put the first samples on the keyword's own line.
      }
      guard let isDown else { continue }
      try readSamples(
        from: position, to: line.upperBound, isDown: isDown, layout: layout, source: source, number: &sampleNumber,
        counter: &counter, builder: &builder)
    }
    var ink = builder.finish()
    if let missing { try note(missing, in: &ink, of: source) }
    leaveOutFillers(of: &ink)
    // The header's direction of y may come after the first samples.
    if !layout.yGrowsDownwards { ink.turnUpsideDown() }
    if !options.isUpsideDown, ink.looksUpsideDown { ink.notes.append(Ink.upsideDownNote) }
    return ink
  }

  /// Adds a note about a missing included file; without any ink, it is an error.
  private static func note(_ missing: String, in ink: inout Ink, of source: TextSource) throws(FormatError) {
    guard !ink.strokes.isEmpty else {
      throw source.error(
        "includes \(missing), which is neither in its folder nor in a folder include above it: copy it there")
    }
    ink.notes.append("\(missing), which it includes, was not found")
  }

  /// Removes strokes that never leave (0, 0), unless they are all there is.
  private static func leaveOutFillers(of ink: inout Ink) {
    func isFiller(_ stroke: Ink.Stroke) -> Bool { stroke.points.allSatisfy { $0.point == .zero } }
    let drawn = ink.strokes.filter { !isFiller($0) }
    guard !drawn.isEmpty, drawn.count < ink.strokes.count else { return }
    ink.notes.append("strokes with only (0, 0), left out: \(ink.strokes.count - drawn.count)")
    ink.strokes = drawn
  }

  /// The requested segment, or nil for all ink.
  private static func segment(
    in source: TextSource, options: InkOptions, builder: inout InkBuilder
  ) throws(FormatError) -> UNIPENSegment? {
    let segments = UNIPENSegment.all(in: source)
    guard options.index != nil else {
      if segments.count > 1 { builder.note("the file has \(segments.count) segments; they are drawn together") }
      if segments.count == 1 { builder.name = segments[0].label }
      return nil
    }
    let index = try source.choice(options.index, of: max(1, segments.count), "segment")
    guard !segments.isEmpty else { return nil }
    builder.name = segments[index].label
    return segments[index]
  }

  /// Counts components and their samples, and selects the wanted ones.
  private struct Counter {
    private let wanted: UNIPENSegment?
    private var position = UNIPENSegment.Position(component: -1, sample: 0)
    private var isNew = false

    init(wanted: UNIPENSegment?) { self.wanted = wanted }

    /// Begins a block; it counts as a component from its first sample.
    mutating func beginComponent() { isNew = true }

    /// Counts a sample and returns whether it is in the requested segment.
    mutating func addSample() -> Bool {
      position = isNew ? .init(component: position.component + 1, sample: 0) : position
      isNew = false
      defer { position.sample += 1 }
      return wanted?.contains(position) ?? true
    }
  }

  private static func declare(
    _ keyword: String, in line: Range<Int>, of source: TextSource, layout: inout Layout
  ) throws(FormatError) {
    let words = source.words(in: line, atMost: 20)
    switch keyword {
    case ".SEGMENT":
      if words.count == 2 { layout.yGrowsDownwards = true }
    case ".COORD":
      layout.names = words.dropFirst().map { $0.uppercased() }
      layout.isDeclared = true
      guard layout.x != nil, layout.y != nil else {
        throw source.error(
          at: line.lowerBound, "expected X and Y after .COORD, found \(words.dropFirst().joined(separator: " "))")
      }
    case ".POINTS_PER_SECOND", ".X_POINTS_PER_INCH", ".Y_POINTS_PER_INCH", ".X_POINTS_PER_MM", ".Y_POINTS_PER_MM":
      guard words.count > 1, let value = Double(words[1]), value > 1e-6, value < 1e6 else {
        throw source.error(at: line.lowerBound, "expected a number between 1e-6 and 1e6 after \(keyword)")
      }
      switch keyword.utf8.dropFirst().first {
      case UInt8(ascii: "X"): layout.resolution.x = value
      case UInt8(ascii: "Y"): layout.resolution.y = value
      default: layout.pointsPerSecond = value
      }
    default: break
    }
  }

  private static func readSamples(
    from start: Int, to end: Int, isDown: Bool, layout: Layout, source: TextSource, number: inout Double,
    counter: inout Counter, builder: inout InkBuilder
  ) throws(FormatError) {
    var position = start
    while true {
      source.skipSpace(at: &position, before: end)
      guard position < end else { return }
      let sampleStart = position
      var values: [Double] = []
      // Without .COORD, a line with two numbers is X and Y, and one with three adds T.
      while values.count < layout.names.count, position < end {
        guard let value = source.number(at: &position, before: end) else {
          throw source.error(at: position, "expected a number, found \(source.excerpt(at: position))")
        }
        values.append(value)
      }
      guard values.count == layout.names.count || !layout.isDeclared && values.count == 2, let x = layout.x,
        let y = layout.y
      else {
        throw source.error(
          at: sampleStart,
          "expected \(layout.names.count) numbers (\(layout.names.joined(separator: " "))), found \(values.count)")
      }
      var time = layout.time.flatMap { $0 < values.count ? values[$0] : nil }
      if time == nil, let rate = layout.pointsPerSecond { time = number / rate * 1000 }
      number += 1
      guard counter.addSample(), isDown else { continue }
      // Both axes use the finer resolution, so that shapes keep their proportions.
      let finest = max(layout.resolution.x, layout.resolution.y)
      try builder.add(
        x: values[x] * (finest / layout.resolution.x), y: values[y] * (finest / layout.resolution.y),
        milliseconds: time,
        at: sampleStart)
    }
  }
}
