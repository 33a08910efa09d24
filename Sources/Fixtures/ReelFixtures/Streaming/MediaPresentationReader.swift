import ReelFormats
import ReelFormats
import ReelFiles

/// Reads the elements of a media presentation description, each with the values it inherits from its parents.
struct MediaPresentationReader {
  /// The properties of an element that affect its segments.
  private struct Scope {
    var base = ""
    var isSound: Bool?
    var segments = SegmentNaming()
  }

  private typealias Failure = StreamPlaylist.Failure

  private(set) var pictures: [MediaPresentation.Representation] = []
  private(set) var sounds: [MediaPresentation.Representation] = []

  private let path: String
  private var scopes = [Scope()]
  private var periods = 0
  /// The number of segments in all representations.
  private var count = 0
  /// The length in seconds of the period, or else of the presentation.
  private var duration: Double?
  private var representation: (name: String, bandwidth: Int?)?

  init(path: String) { self.path = path }

  /// - Throws: `StreamPlaylist.Failure`; `FormatError` for anything but XML.
  mutating func read(_ bytes: [UInt8]) throws {
    var parser = XMLPullParser(try TextSource(bytes, name: path))
    var isBase = false
    var isFirst = true
    while let event = try parser.next() {
      switch event {
      case .start(let name, let attributes):
        let element = XMLName.local(name)
        guard !isFirst || element == "MPD" else {
          throw failure("it is not a DASH manifest: the root element must be MPD")
        }
        isFirst = false
        isBase = element == "BaseURL"
        if Self.scoped.contains(element) { scopes.append(scope) }
        try begin(element, attributes)
      case .text(let bytes):
        guard isBase else { continue }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        if !text.isEmpty { scope.base = Self.resolve(text, in: scope.base) }
        // The first of several addresses counts.
        isBase = false
      case .end(let name):
        isBase = false
        let element = XMLName.local(name)
        if element == "Representation" { try endRepresentation() }
        if Self.scoped.contains(element) { scopes.removeLast() }
      }
    }
  }

  private static let scoped: Set<Substring> = ["MPD", "Period", "AdaptationSet", "Representation"]

  private var scope: Scope {
    get { scopes[scopes.count - 1] }
    set { scopes[scopes.count - 1] = newValue }
  }

  private func failure(_ reason: String) -> StreamPlaylist.Failure { Failure(path: path, reason: reason) }

  private mutating func begin(_ element: Substring, _ attributes: [XMLAttribute]) throws(StreamPlaylist.Failure) {
    switch element {
    case "MPD":
      if attributes["type"] == "dynamic" {
        throw failure("it is live (type dynamic): verify needs a complete presentation (type static)")
      }
      duration = attributes["mediaPresentationDuration"].flatMap(Self.seconds)
    case "Period":
      periods += 1
      guard periods == 1 else { throw failure("it has more than one period: package the clip as one") }
      duration = attributes["duration"].flatMap(Self.seconds) ?? duration
    case "ContentProtection": throw failure("its segments are encrypted; package the clip without keys")
    case "AdaptationSet", "Representation": noteKind(attributes)
    case "ContentComponent": noteKind(attributes)
    default: try scope.segments.read(element, attributes, failure)
    }
    if element == "Representation" {
      representation = (
        attributes["id"] ?? "\(pictures.count + sounds.count)", attributes["bandwidth"].flatMap { Int($0) }
      )
    }
  }

  private mutating func noteKind(_ attributes: [XMLAttribute]) {
    let kind = attributes["contentType"] ?? attributes["mimeType"].map { String($0.prefix { $0 != "/" }) }
    if let kind { scope.isSound = kind == "audio" ? true : kind == "video" ? false : scope.isSound }
    if attributes["width"] != nil { scope.isSound = false }
    // Subtitles and seek thumbnails are neither.
    if let kind, kind != "audio", kind != "video" { scope.isSound = nil }
  }

  private mutating func endRepresentation() throws(StreamPlaylist.Failure) {
    guard let (name, bandwidth) = representation, let isSound = scope.isSound else { return }
    let base = scope.base
    var segments = try scope.segments.segments(
      name: name, bandwidth: bandwidth ?? 0, duration: duration, base: base, playlist: path, failure)
    for index in segments.indices {
      segments[index].address = Self.resolve(segments[index].address, in: base)
      segments[index].beginning = segments[index].beginning.map { Self.resolve($0, in: base) }
    }
    count += segments.count
    guard count <= SegmentNaming.most else { throw failure("it names more than \(SegmentNaming.most) segments") }
    let found = MediaPresentation.Representation(name: name, bandwidth: bandwidth, segments: segments)
    if isSound { sounds.append(found) } else { pictures.append(found) }
  }

  /// Resolves an address against a base that ends in a file name or a slash.
  static func resolve(_ address: String, in base: String) -> String {
    if address.isEmpty { return base }
    if address.contains("://") || address.hasPrefix("/") { return address }
    guard let slash = base.lastIndex(of: "/") else { return address }
    return base[...slash] + address
  }

  /// Parses a duration such as `PT1H2M3.5S` (ISO 8601) with days, hours, minutes and seconds.
  static func seconds(_ text: String) -> Double? {
    guard text.hasPrefix("P") else { return nil }
    var (total, number, isTime) = (0.0, "", false)
    for character in text.dropFirst() {
      switch character {
      case "T": isTime = true
      case "0"..."9", ".": number.append(character)
      default:
        let units: [Character: Double] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["D": 86_400]
        guard let unit = units[character], let value = Double(number) else { return nil }
        total += value * unit
        number = ""
      }
    }
    return number.isEmpty ? total : nil
  }
}
