import ReelFormats
import ReelFiles

/// The way a media presentation lists its segments: by a template, by a list, or by an index in the file itself.
struct SegmentNaming {
  private enum Form { case file, list, template }

  private struct Listed {
    var address: String
    var bytes: Range<Int>?
  }

  private var form = Form.file
  private var beginning: String?
  private var beginningBytes: Range<Int>?
  private var media = ""
  private var index: Range<Int>?
  private var listed: [Listed] = []
  private var startNumber = 1
  private var timescale = 1.0
  private var duration: Double?
  /// The starts and lengths of segments in ticks, if given one by one.
  private var timeline: [(start: Int, length: Int)] = []
  private var hasTimeline = false

  /// The maximum number of segments.
  static let most = 100_000
  /// The maximum number accepted from a file.
  ///
  /// The sum of `most` such numbers fits in an integer.
  private static let highest = 1 << 45
  /// The maximum length of an address in bytes.
  private static let longestAddress = 4096

  /// Reads an element that describes segments.
  ///
  /// Other elements are ignored.
  mutating func read(
    _ element: Substring, _ attributes: [XMLAttribute], _ failure: (String) -> StreamPlaylist.Failure
  ) throws(StreamPlaylist.Failure) {
    func bytes(_ name: String) throws(StreamPlaylist.Failure) -> Range<Int>? {
      guard let text = attributes[name] else { return nil }
      let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
      guard parts.count == 2, parts[0] >= 0, parts[1] >= parts[0], parts[1] < 1 << 40 else {
        throw failure("“\(text)” is not a byte range")
      }
      return parts[0]..<parts[1] + 1
    }
    switch element {
    case "SegmentBase", "SegmentList", "SegmentTemplate":
      form = element == "SegmentBase" ? .file : element == "SegmentList" ? .list : .template
      index = try bytes("indexRange") ?? index
      media = attributes["media"] ?? media
      beginning = attributes["initialization"] ?? beginning
      startNumber = attributes["startNumber"].flatMap { Int($0) }.map { max(0, min($0, Self.highest)) } ?? startNumber
      if let text = attributes["timescale"] {
        guard let value = Double(text), value >= 1, value < Double(Self.highest) else {
          throw failure("“\(text)” is not a timescale")
        }
        timescale = value
      }
      duration = attributes["duration"].flatMap { Double($0) }.map { max(0, min($0, Double(Self.highest))) } ?? duration
    case "Initialization":
      beginning = attributes["sourceURL"] ?? beginning ?? ""
      beginningBytes = try bytes("range")
    case "SegmentURL":
      guard listed.count < Self.most else { throw failure("it names more than \(Self.most) segments") }
      listed.append(Listed(address: attributes["media"] ?? "", bytes: try bytes("mediaRange")))
    case "SegmentTimeline": (timeline, hasTimeline) = ([], true)
    case "S": try addLengths(attributes, failure)
    default: break
    }
  }

  private mutating func addLengths(
    _ attributes: [XMLAttribute], _ failure: (String) -> StreamPlaylist.Failure
  ) throws(StreamPlaylist.Failure) {
    let repeated = attributes["r"].map { Int($0) } ?? 0
    let highest = Self.highest
    guard let length = attributes["d"].flatMap({ Int($0) }), (1...highest).contains(length), let repeated,
      repeated >= 0,
      repeated < Self.most, timeline.count + repeated < Self.most
    else { throw failure("a length in its SegmentTimeline can't be read") }
    let given = attributes["t"].flatMap { Int($0) }.map { max(0, min($0, highest)) }
    var start = given ?? timeline.last.map { $0.start + $0.length } ?? 0
    for _ in 0...repeated {
      timeline.append((start, length))
      start += length
    }
  }

  /// Returns the segments of a representation.
  ///
  /// - Parameters:
  ///   - name: The name of the representation.
  ///   - bandwidth: The bandwidth of the representation, for templates.
  ///   - duration: The length of the period in seconds.
  ///   - base: The address of the representation, whose file may have an index.
  ///   - playlist: The path of the presentation.
  func segments(
    name: String, bandwidth: Int, duration period: Double?, base: String, playlist: String,
    _ failure: (String) -> StreamPlaylist.Failure
  ) throws(StreamPlaylist.Failure) -> [StreamPlaylist.Segment] {
    func segment(_ address: String, _ bytes: Range<Int>?, _ seconds: Double) -> StreamPlaylist.Segment {
      StreamPlaylist.Segment(
        address: address, duration: seconds, bytes: bytes,
        beginning: beginning.map { Self.filled($0, name, bandwidth, 0, 0) }, beginningBytes: beginningBytes,
        isDiscontinuous: false)
    }
    func length(_ number: Int) -> Double {
      number < timeline.count ? Double(timeline[number].length) / timescale : (duration ?? 0) / timescale
    }
    let addresses = [name, media, beginning ?? "", base] + (form == .list ? listed.map(\.address) : [])
    guard addresses.allSatisfy({ $0.utf8.count <= Self.longestAddress }) else {
      throw failure("an address in it is longer than \(Self.longestAddress) bytes")
    }
    switch form {
    case .list: return listed.enumerated().map { segment($1.address, $1.bytes, length($0)) }
    case .template:
      if hasTimeline {
        return timeline.enumerated().map { number, part in
          segment(Self.filled(media, name, bandwidth, startNumber + number, part.start), nil, length(number))
        }
      }
      guard let duration, duration > 0, let period else {
        throw failure("representation \(name) does not say how many segments it has")
      }
      let count = (period * timescale / duration - 1e-3).rounded(.up)
      guard count >= 1, count <= Double(Self.most) else { throw failure("it names more than \(Self.most) segments") }
      return (0..<Int(clamping: count)).map { number in
        let rest = min(duration / timescale, period - Double(number) * duration / timescale)
        return segment(
          Self.filled(media, name, bandwidth, startNumber + number, Int(clamping: Double(number) * duration)), nil, rest
        )
      }
    case .file:
      guard let index else { return [segment("", nil, period ?? 0)] }
      return try indexed(index, base: base, playlist: playlist, failure)
    }
  }

  /// Returns the segments listed in a file's index.
  private func indexed(
    _ range: Range<Int>, base: String, playlist: String, _ failure: (String) -> StreamPlaylist.Failure
  ) throws(StreamPlaylist.Failure) -> [StreamPlaylist.Segment] {
    guard range.count <= 16 << 20, let path = try? StreamFolder(of: playlist).path(of: base, in: playlist),
      let bytes = try? BoundedFile.read(path, range: range), let index = SegmentIndex(bytes)
    else { throw failure("the index of \(base) can't be read") }
    var start = range.upperBound + index.offset
    return index.segments.map { part in
      defer { start += part.size }
      return StreamPlaylist.Segment(
        address: "", duration: part.seconds, bytes: start..<start + part.size,
        beginning: "", beginningBytes: beginningBytes ?? 0..<range.lowerBound, isDiscontinuous: false)
    }
  }

  /// Replaces the fields between dollar signs in a template, such as `$Number%05d$`.
  static func filled(_ template: String, _ name: String, _ bandwidth: Int, _ number: Int, _ time: Int) -> String {
    let parts = template.split(separator: "$", omittingEmptySubsequences: false)
    var result = ""
    for (index, part) in parts.enumerated() {
      if index % 2 == 0 {
        result += part
        continue
      }
      let sides = part.split(separator: "%", maxSplits: 1)
      // `$$` is an escaped dollar sign.
      guard let key = sides.first else {
        result += "$"
        continue
      }
      let width = sides.count == 2 ? Int(sides[1].dropFirst().dropLast()) ?? 0 : 0
      func padded(_ value: Int) -> String {
        String(repeating: "0", count: max(0, min(width, 64) - "\(value)".count)) + "\(value)"
      }
      switch key {
      case "RepresentationID": result += name
      case "Number": result += padded(number)
      case "Time": result += padded(time)
      case "Bandwidth": result += padded(bandwidth)
      default: result += "$\(part)$"
      }
    }
    return result
  }
}
