import Reel
import ReelTerminal

/// Files with recorded terminal sessions.
enum CastFile {
  /// Reads a recording; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The recording.
  ///   - timing: The timing of a typescript; nil for other recordings.
  /// - Throws: `InputError` if the file can't be read or is not a recording.
  static func read(_ path: String, timing: String? = nil) throws -> Cast {
    let bytes = try bytes(ofCast: path)
    guard let timing else { return try parse(path) { () throws(CastError) in try Cast(bytes) } }
    let times = try self.bytes(timing, limit: Cast.longest, advice: "name the timing file that script wrote")
    do throws(CastError) {
      return try Cast(typescript: bytes, timing: times)
    } catch {
      throw InputError(path: name(timing), reason: "\(error)", advice: "name the timing file that script wrote")
    }
  }

  /// Reads a recording up to the first line that can't be read, and reports what is wrong with that line.
  ///
  /// - Throws: `InputError` if nothing can be read.
  static func readBeginning(_ path: String) throws -> (cast: Cast, fault: CastError?) {
    let bytes = try bytes(ofCast: path)
    return try parse(path) { () throws(CastError) in try Cast.beginning(of: bytes) }
  }

  private static func bytes(ofCast path: String) throws -> [UInt8] {
    try FileContent.refuseMedia(path, "capture terminal reads asciicasts, ttyrecs, typescripts and tapes")
    return try bytes(path, limit: Cast.longest, advice: "name a terminal recording")
  }

  private static func parse<Result>(_ path: String, _ body: () throws(CastError) -> Result) throws(InputError) -> Result
  {
    do throws(CastError) {
      return try body()
    } catch {
      throw InputError(
        path: name(path), reason: "\(error)", advice: "see capture terminal --help for the formats it reads")
    }
  }

  /// Reads a colour theme.
  ///
  /// - Throws: `InputError` if the file can't be read or is not a theme.
  static func palette(_ path: String) throws -> TerminalPalette {
    let bytes = try bytes(path, limit: TerminalPalette.longestFile, advice: "name a theme of 16 colours")
    do throws(CastError) {
      return try TerminalPalette(json: bytes)
    } catch {
      throw InputError(path: name(path), reason: "\(error)", advice: "name a theme of 16 colours as JSON")
    }
  }

  private static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  private static func bytes(_ path: String, limit: Int, advice: String) throws -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try path == "-" ? BoundedFile.readStandardInput(limit: limit) : BoundedFile.read(path, limit: limit)
    } catch {
      switch error {
      case .tooLong: throw InputError(path: name(path), reason: "it has more than \(limit >> 20) MiB", advice: advice)
      case .unopened(let reason), .unread(let reason):
        throw InputError(path: name(path), reason: reason, advice: advice, isMissing: true)
      }
    }
  }

  /// Whether a file is a recording, judged by its first bytes.
  static func isCast(_ path: String) -> Bool {
    guard let beginning = BoundedFile.beginning(of: path, count: 1 << 16) else { return false }
    // A compressed file, or a first line that does not end within these bytes, has to be read whole.
    let isPlain = !beginning.starts(with: [0x1F, 0x8B]) && beginning.first != UInt8(ascii: "{")
    if isPlain, !Cast.recognizes(beginning, isBeginning: true) { return false }
    return (try? BoundedFile.read(path, limit: Cast.longest)).map { Cast.recognizes($0) } ?? false
  }
}
