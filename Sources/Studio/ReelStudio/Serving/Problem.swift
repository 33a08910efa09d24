import ReelCurves
import ReelDescriptions
import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelStoryboards
import ReelTracing
import ReelVideo

/// The failure of a request, in words for the person at the page.
struct Problem: Error, Encodable, Sendable {
  var status: Int
  var message: String
  var field: String?

  private enum CodingKeys: String, CodingKey { case message, field }

  init(_ status: Int, _ message: String, field: String? = nil) {
    self.status = status
    self.message = message
    self.field = field
  }

  /// Chooses words and a status for any error.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as InvalidValue: self.init(400, error.description, field: Self.word(error.name))
    case let error as DescriptionError: self.init(400, error.description)
    case let error as StoryboardError: self.init(400, error.description)
    case let error as LogoError: self.init(400, error.description)
    case let error as FormatError: self.init(400, error.description)
    case let error as TraceSessionError: self.init(400, error.description)
    case let error as OutputError: self.init(Self.status(of: error), error.description)
    case let error as SystemError: self.init(error.code == ENOSPC ? 507 : 500, error.description)
    default: self.init(500, "\(error)".onOneLine(limit: 400))
    }
  }

  /// The name of a value, spelled as a parameter: `max distance` becomes `max-distance`.
  private static func word(_ name: String) -> String { name.split(separator: " ").joined(separator: "-") }

  private static func status(of error: OutputError) -> Int {
    if case .writeFailed = error { 507 } else { 409 }
  }
}

extension Response {
  /// Answers with a problem.
  init(problem status: Int, _ message: String, field: String? = nil) {
    self.init(Problem(status, message, field: field))
  }

  /// Answers with a problem.
  init(_ problem: Problem) { self = .json(problem, status: problem.status) }

  /// Answers with a value as JSON.
  static func json(_ value: some Encodable, status: Int = 200) -> Response {
    Response(status, type: "application/json", JSON.encode(value))
  }
}
