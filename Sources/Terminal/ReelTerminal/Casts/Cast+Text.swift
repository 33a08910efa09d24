extension Cast {
  /// The recording as an asciicast of version 2 that reads back as the same session.
  package var text: String {
    var text = head
    for timed in events { text += timed.line }
    // The exit code and the end, which may come after the last event.
    if exitCode != nil || duration > events.last?.time ?? 0 {
      text += "[\(duration), \"x\", \"\(exitCode.map { "\($0)" } ?? "")\"]\n"
    }
    return text
  }

  /// The first line of that text: the header.
  package var head: String {
    var header = "{\"version\": 2, \"width\": \(columns), \"height\": \(rows)"
    if let title { header += ", \"title\": \(Self.quoted(title))" }
    if let idleLimit { header += ", \"idle_time_limit\": \(idleLimit)" }
    if let theme {
      header +=
        ", \"theme\": {\"fg\": \(Self.quoted(theme.foregroundText)), \"bg\": \(Self.quoted(theme.backgroundText))"
      header += ", \"palette\": \(Self.quoted(theme.paletteText))}"
    }
    return header + "}\n"
  }

  /// Quotes a text for JSON.
  fileprivate static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    return quoted + "\""
  }
}

extension Cast.TimedEvent {
  /// The event as a line of an asciicast of version 2.
  package var line: String {
    let (code, data) =
      switch event {
      case .output(let text): ("o", text)
      case .input(let text): ("i", text)
      case .marker(let text): ("m", text)
      case .resize(let columns, let rows): ("r", "\(columns)x\(rows)")
      }
    return "[\(time), \"\(code)\", \(Cast.quoted(data))]\n"
  }
}
