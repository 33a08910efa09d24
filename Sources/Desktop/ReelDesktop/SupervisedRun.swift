import ReelPlatform

/// The server and the program that a supervisor starts.
package struct SupervisedRun: Codable, Sendable {
  /// Xvfb and its arguments; empty to use a display that exists.
  package var server: [String] = []
  /// The program and its arguments; empty for none.
  package var program: [String] = []
  /// The program's complete environment, without the display.
  package var environment: [String: String] = [:]
  /// The display that exists; nil for one of Xvfb.
  package var display: String?
  /// The process group of the program; 0 for its own.
  package var group: Int32 = 0
  /// The folder of the run, which the supervisor removes.
  package var folder = ""

  /// Creates an empty run.
  package init() {}
}

/// A report of a supervisor, sent as one line.
package enum SupervisorReport: Hashable, Sendable {
  /// The display can be used; the process of its server, or 0.
  case ready(display: String, server: Int32)
  /// Xvfb did not start; its last message.
  case serverFailed(String)
  /// The program runs.
  case started(Int32)
  /// The program could not be started; the system's number.
  case programFailed(Int32)
  /// The program ended with this exit code, as a shell reports it.
  case ended(Int32)

  /// The line.
  var line: String {
    switch self {
    case .ready(let display, let server): "ready \(server) \(display)"
    case .serverFailed(let words): "server \(words)"
    case .started(let process): "started \(process)"
    case .programFailed(let number): "failed \(number)"
    case .ended(let code): "ended \(code)"
    }
  }

  /// Reads a line; nil for any other.
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count > 1 ? String(words[1]) : ""
    switch words.first {
    case "ready":
      let parts = rest.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let server = Int32(parts[0]) else { return nil }
      self = .ready(display: String(parts[1]), server: server)
    case "server": self = .serverFailed(rest)
    case "started":
      guard let number = Int32(rest) else { return nil }
      self = .started(number)
    case "failed":
      guard let number = Int32(rest) else { return nil }
      self = .programFailed(number)
    case "ended":
      guard let number = Int32(rest) else { return nil }
      self = .ended(number)
    default: return nil
    }
  }
}
