import Foundation
import ReelTestSupport
import Yams

/// The OpenAPI file, and whether values are as it says.
struct OpenAPI {
  private let file: [String: Any]

  init() throws {
    let url = Repository.root
      .appending(path: "Sources/Studio/ReelStudio/openapi.yaml")
    file = try Yams.load(yaml: String(contentsOf: url, encoding: .utf8)) as? [String: Any] ?? [:]
  }

  private func object(_ value: Any?) -> [String: Any] { value as? [String: Any] ?? [:] }

  /// Every method with its path: `GET /api/films/{id}`.
  var operations: Set<String> {
    var operations: Set<String> = []
    for (path, item) in object(file["paths"]) {
      for method in object(item).keys where ["get", "post", "put", "patch", "delete"].contains(method) {
        operations.insert("\(method.uppercased()) \(path)")
      }
    }
    return operations
  }

  /// Returns what is wrong with an answer; empty where it is as the file says.
  func faults(_ operation: String, _ answer: TestAnswer) -> [String] {
    let words = operation.split(separator: " ").map(String.init)
    let responses = object(object(object(object(file["paths"])[words[1]])[words[0].lowercased()])["responses"])
    guard let described = responses["\(answer.status)"] ?? (answer.status >= 400 ? responses["default"] : nil) else {
      return ["\(operation) has no answer \(answer.status): \(answer.text.prefix(200))"]
    }
    let content = object(object(resolved(described))["content"])
    if content.isEmpty { return [] }
    let type = (answer.fields["content-type"] ?? "").split(separator: ";").first.map(String.init) ?? ""
    guard let schema = object(content[type])["schema"] else { return ["\(operation) answers with \(type)"] }
    guard type == "application/json" else { return answer.body.isEmpty ? ["\(operation) answers with nothing"] : [] }
    return faults(answer.json, schema, at: operation)
  }

  private func resolved(_ value: Any) -> Any {
    guard let path = object(value)["$ref"] as? String else { return value }
    var target: Any = file
    for part in path.split(separator: "/").dropFirst() { target = object(target)[String(part)] ?? [:] }
    return resolved(target)
  }

  /// Returns how a value differs from a schema: types, required and known properties, items, choices.
  func faults(_ value: Any, _ schema: Any, at path: String) -> [String] {
    let schema = object(resolved(schema))
    if let choices = schema["oneOf"] as? [Any] {
      let found = choices.map { self.faults(value, $0, at: path) }
      return found.contains { $0.isEmpty } ? [] : found.min { $0.count < $1.count } ?? []
    }
    if let choices = schema["enum"] as? [Any] {
      return choices.contains { "\($0)" == "\(value)" } ? [] : ["\(path) is \(value)"]
    }
    let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
    guard types.isEmpty || types.contains(where: { Self.is(value, $0) }) else {
      return ["\(path) is no \(types): \(value)"]
    }
    var faults: [String] = []
    if let list = value as? [Any], let items = schema["items"] {
      for (index, item) in list.enumerated() { faults += self.faults(item, items, at: "\(path)[\(index)]") }
      if let least = schema["minItems"] as? Int, list.count < least {
        faults.append("\(path) has \(list.count) items")
      }
      if let most = schema["maxItems"] as? Int, list.count > most { faults.append("\(path) has \(list.count) items") }
    }
    if let table = value as? [String: Any], let properties = schema["properties"] {
      let known = object(properties)
      for name in schema["required"] as? [String] ?? [] where table[name] == nil {
        faults.append("\(path) has no \(name)")
      }
      for (name, value) in table {
        guard let schema = known[name] else {
          faults.append("\(path).\(name) is not described")
          continue
        }
        faults += self.faults(value, schema, at: "\(path).\(name)")
      }
    }
    return faults
  }

  private static func `is`(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool
    case "integer": (value as? NSNumber).map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    case "number": value is NSNumber
    case "null": value is NSNull
    default: false
    }
  }
}
