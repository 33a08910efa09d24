import Foundation
import Reel
import ReelTestSupport
import Testing

/// What `capture verify --json` prints is what `docs/verify.schema.json` says.
@Suite struct VerifySchemaTests {
  /// The part of JSON Schema that the file uses.
  private struct Schema {
    var definitions: [String: [String: Any]]

    init() throws {
      let url = Repository.root.appending(path: "docs/verify.schema.json")
      let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
      definitions = try #require(root["$defs"] as? [String: [String: Any]])
    }

    /// Returns what is wrong with a value, each with its path.
    func faults(_ value: Any, _ rule: [String: Any], at path: String) -> [String] {
      if let reference = rule["$ref"] as? String, let name = reference.split(separator: "/").last {
        guard let definition = definitions[String(name)] else { return ["\(path): no definition of \(name)"] }
        return faults(value, definition, at: path)
      }
      switch rule["type"] as? String {
      case "object":
        guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
        let properties = rule["properties"] as? [String: [String: Any]] ?? [:]
        let missing = (rule["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
          "\(path).\($0) is missing"
        }
        return missing
          + object.flatMap { key, value in
            properties[key].map { faults(value, $0, at: "\(path).\(key)") } ?? ["\(path).\(key) is not in the schema"]
          }
      case "array":
        guard let list = value as? [Any] else { return ["\(path) is no array"] }
        let items = rule["items"] as? [String: Any] ?? [:]
        return list.enumerated().flatMap { faults($0.element, items, at: "\(path)[\($0.offset)]") }
      case "string": return value is String ? [] : ["\(path) is no string"]
      case "boolean": return value is Bool ? [] : ["\(path) is no truth value"]
      case "integer":
        return (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true
          ? [] : ["\(path) is no integer"]
      case "number": return value is NSNumber ? [] : ["\(path) is no number"]
      default: return ["\(path): a rule without a type"]
      }
    }
  }

  @Test("A movie, a folder and a playlist are told as the schema says")
  func outputs() async throws {
    let workspace = try Workspace()
    let schema = try Schema()
    try FileManager.default.createDirectory(at: workspace.url("out"), withIntermediateDirectories: true)
    let small = ["--size", "176x144", "--frames", "45", "-q"]
    for (name, options) in [
      ("out/clip.mp4", ["--drop", "5", "--audio", "beep"]), ("out/short.mp4", ["--zero-length"]),
      ("clip.mp4", ["--crf", "30"]),
    ] {
      let made = try await CaptureProcess.run(["fixture", "-o", name] + small + options, in: workspace.folder)
      try #require(made.status == 0, "\(made.error)")
    }
    let ladder = try await CaptureProcess.run(
      ["fixture", "-q", "-o", "film.m3u8", "--frames", "30", "--ladder", "176x144", "--segment-length", "0.5s"],
      in: workspace.folder)
    try #require(ladder.status == 0, "\(ladder.error)")
    for (path, name) in [("clip.mp4", "movie"), ("out/clip.mp4", "movie"), ("out", "folder"), ("film.m3u8", "stream")] {
      let result = try await workspace.capture("verify", path, "--json")
      #expect(result.status == 0, "\(path): \(result.error)")
      let value = try JSONSerialization.jsonObject(with: result.output)
      let faults = schema.faults(value, ["$ref": "#/$defs/\(name)"], at: path)
      #expect(faults == [])
    }
    // What is not in the schema is seen.
    #expect(schema.faults(["file": 3, "more": true], ["$ref": "#/$defs/outcome"], at: "x").count == 2)
  }
}
