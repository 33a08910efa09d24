import ArgumentParser
import Reel
import ReelTapes
import ReelTerminal

extension Family {
  /// Terminals: recordings, tapes, and running programs.
  static var terminal: Family {
    Family(
      commands: [TerminalCommand.self], scenes: [TerminalFilm.self], files: [TapeFile.self, CastFile.self],
      leftovers: [SessionLeftover.self])
  }
}

extension TapeFile: FilmedFile {
  static var command: String? { TerminalCommand.configuration.commandName }

  static func recognizes(_ path: String) -> Bool { path != "-" && isTape(path) }

  static func still(of path: String, _ options: StillCommand) async throws -> StillSource {
    try await options.source(ofFile: path, filmedBy: TerminalCommand.self)
  }
}

extension CastFile: FilmedFile {
  static var command: String? { TerminalCommand.configuration.commandName }

  static func recognizes(_ path: String) -> Bool { path != "-" && isCast(path) }

  static func still(of path: String, _ options: StillCommand) throws -> StillSource {
    try options.changes.requireNone(for: path)
    var settings = TerminalCommand.usualFilm
    settings.size = try options.picture.flake.frame.pixelSize(otherwise: settings.size)
    let film = TerminalFilm(try CastFile.read(path))
    if !options.quiet, let missing = MissingCharacters(in: film) { StandardError.say("capture: warning: \(missing)") }
    return try StillSource(FilmDescription(film, film: settings))
  }
}

extension TerminalFilm: StatedScene {
  func state(atSeconds seconds: Double) -> any Encodable { state(at: seconds) }
}

/// The recording of a session that was killed.
enum SessionLeftover: Leftover {
  static func recognizes(_ path: String) -> Bool { path.hasSuffix(GrowingCast.ending) }

  /// Recovers the recording of a killed terminal session, without an incomplete last line.
  ///
  /// If it is damaged, the lines before the damage are saved, and the damaged file is kept.
  static func finish(_ command: RecoverCommand) throws {
    let (file, output, replacement) = (command.file, command.output, command.replacement)
    let name = output ?? String(file.dropLast(GrowingCast.ending.count)) + ".cast"
    guard name.hasSuffix(".cast") else {
      throw ValidationError("a session is recovered as a .cast: to film it, run capture \(file) -o \(name)")
    }
    let (session, fault) = try CastFile.readBeginning(file)
    let growing = try GrowingCast(adopting: file)
    // A recording does not say who made it.
    let policy = output == nil && replacement.policy != .always ? .never : replacement.policy
    let bytes = Array(session.text.utf8)
    try OutputFile(path: name, replacing: policy).put(bytes)
    guard try CastFile.read(name).events == session.events else {
      throw InputError(
        path: name, reason: "it differs from what was written: \(file) is kept", advice: "check the disk")
    }
    if let fault {
      throw InputError(
        path: file, reason: "\(fault)",
        advice: "\(name) has the \(fixed(session.duration, 1)) s before it, and \(file) is kept")
    }
    growing.remove()
    if !command.quiet {
      StandardError.say("\(name): \(fixed(session.duration, 1)) s saved, \(Summary.text(bytes: bytes.count))")
    }
  }
}
