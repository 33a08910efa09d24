import ReelGeometry
import ReelPlatform

extension TraceSession.Header {
  /// The format name in every header.
  static let format = "reel-trace"

  /// A fault in a header.
  struct Fault: Error {
    var problem: String
    init(_ problem: String) { self.problem = problem }
  }

  private struct Kind: Decodable {
    var format: String
    var version: Int
  }

  private struct Fields: Decodable {
    var name: String?
    var canvas: [Double]
    var expected: [String]?
    var keyPoints: [[Double]]?
    var maxDistance: Double?
    var rule: String?
    var minInside: Double?
  }

  init(json bytes: [UInt8]) throws(Fault) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(8).contains(0) {
      throw Fault("is not in UTF-8: expected the header of a session")
    }
    let kind: Kind = try Self.decode(bytes)
    guard kind.format == Self.format else {
      throw Fault("the format is \"\(kind.format)\": expected \"\(Self.format)\"")
    }
    guard (1...Self.currentVersion).contains(kind.version) else {
      throw Fault(
        "this is version \(kind.version) of the format, but this Reel reads only up to version \(Self.currentVersion): use a newer Reel"
      )
    }
    let fields: Fields = try Self.decode(bytes)
    guard fields.canvas.count == 2, fields.canvas.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw Fault("\"canvas\" is \(fields.canvas): expected width and height above 0")
    }
    let maxDistance = fields.maxDistance ?? 20
    guard maxDistance > 0, maxDistance.isFinite else {
      throw Fault("\"maxDistance\" is \(maxDistance): expected a number above 0")
    }
    let rules = Tracer.Rule.allCases.map(\.rawValue).joined(separator: ", ")
    guard let rule = Tracer.Rule(rawValue: fields.rule ?? Tracer.Rule.anywhere.rawValue) else {
      throw Fault("\"rule\" is \"\(fields.rule ?? "")\": expected one of \(rules)")
    }
    let minInside = fields.minInside ?? Tracer.standardMinInside
    guard 0...1 ~= minInside else { throw Fault("\"minInside\" is \(minInside): expected a number from 0 to 1") }
    let keyPoints = fields.keyPoints?.compactMap { $0.count == 2 ? Point(x: $0[0], y: $0[1]) : nil }
    guard keyPoints?.count == fields.keyPoints?.count else {
      throw Fault("\"keyPoints\" has a point that is not two numbers: expected [[x, y], …]")
    }
    self.init(
      canvas: Size(width: fields.canvas[0], height: fields.canvas[1]), expected: try Self.paths(fields.expected ?? []),
      keyPoints: keyPoints, maxDistance: maxDistance, rule: rule, minInside: minInside, name: fields.name ?? "",
      version: kind.version)
  }

  private static func paths(_ texts: [String]) throws(Fault) -> [Path] {
    var paths: [Path] = []
    for (index, text) in texts.enumerated() {
      var stop: Int?
      paths.append(Path(svg: text) { stop = $0 })
      if let stop {
        throw Fault("path \(index + 1) of \"expected\" has invalid SVG path data from byte \(stop + 1) on")
      }
    }
    return paths
  }

  private static func decode<Value: Decodable>(_ bytes: [UInt8]) throws(Fault) -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch let error as DecodingError {
      switch error {
      case .keyNotFound(let key, _): throw Fault("the header has no \"\(key.stringValue)\"")
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        let field = context.codingPath.first.map { "\"\($0.stringValue)\" in the header" } ?? "the header"
        throw Fault("\(field) has a value of the wrong type")
      default:
        throw Fault("\(TraceSessionReader.excerpt(bytes)) is not a JSON object: expected the header of a session")
      }
    } catch {
      throw Fault("\(TraceSessionReader.excerpt(bytes)) is not a JSON object: expected the header of a session")
    }
  }

  /// The header as the first line of a file, without a line end.
  var json: String {
    var parts = ["\"format\":\(JSONText.string(Self.format))", "\"version\":\(version)"]
    if !name.isEmpty { parts.append("\"name\":\(JSONText.string(name))") }
    parts.append("\"canvas\":[\(JSONText.number(canvas.width)),\(JSONText.number(canvas.height))]")
    parts.append("\"maxDistance\":\(JSONText.number(maxDistance))")
    parts.append("\"rule\":\(JSONText.string(rule.rawValue))")
    if minInside != Tracer.standardMinInside { parts.append("\"minInside\":\(JSONText.number(minInside))") }
    parts.append("\"expected\":[\(expected.map { JSONText.string($0.svg) }.joined(separator: ","))]")
    let points = keyPoints.map { "[\(JSONText.number($0.x)),\(JSONText.number($0.y))]" }
    parts.append("\"keyPoints\":[\(points.joined(separator: ","))]")
    return "{" + parts.joined(separator: ",") + "}"
  }
}
