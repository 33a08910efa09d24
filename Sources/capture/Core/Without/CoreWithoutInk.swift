import ArgumentParser
import Reel

/// Reads sessions only, in a build without ink.
struct InkReadingOptions: ParsableArguments {
  /// Reads a session; `-` is standard input.
  func read(_ path: String, name: String, shape: PixelSize?, on canvas: Size?) throws -> ReadSession {
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      let limit = 256 << 20
      bytes = try path == "-" ? BoundedFile.readStandardInput(limit: limit) : BoundedFile.read(path, limit: limit)
    } catch {
      switch error {
      case .tooLong: throw InputError(path: name, reason: "it is larger than 256 MB", advice: "name a session")
      case .unopened(let reason), .unread(let reason):
        throw InputError(path: name, reason: reason, advice: "name a session", isMissing: true)
      }
    }
    guard TraceSessionReader.recognizes(Array(bytes.prefix(4096))) else {
      throw FirstFile.unknown(path)
        ?? WrongContent(path: name, kind: "not a session", advice: "trace follows sessions that Reel recorded")
    }
    return ReadSession(session: try TraceSession(bytes, name: name), isRecorded: true)
  }
}

/// The letters to trace: none in a build without ink.
struct WritingOptions: ParsableArguments {
  static let source = "a session"
  var letters: String? { nil }
  var font: String? { nil }
  var alphabetFile: String? { nil }

  func header(on canvas: Size?, shape: PixelSize?) throws -> TraceSession.Header? { nil }

  func events(tracing header: TraceSession.Header) throws -> [TouchEvent] {
    throw ValidationError("this build has no hand that traces paths: name a session with lines")
  }
}
