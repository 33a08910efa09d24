import ArgumentParser
import Reel
import ReelFixtures
import ReelPlatform
import ReelPrograms

/// Whether VMAF is measured, and by which FFmpeg.
struct VMAFOptions: ParsableArguments {
  @Flag(help: "Measure VMAF, too: runs an FFmpeg that has libvmaf.")
  var vmaf = false

  @Option(help: ArgumentHelp("The FFmpeg that measures VMAF. (default: ffmpeg in PATH)", valueName: "path"))
  var ffmpeg: String?

  mutating func validate() throws {
    if ffmpeg != nil, !vmaf { throw ValidationError("--ffmpeg is what --vmaf runs: give both") }
    if ffmpeg?.isEmpty == true { throw ValidationError("--ffmpeg needs the path of a program") }
  }

  /// The FFmpeg as a file that is read, so that no output replaces it; nil for one in PATH.
  var file: String? { ffmpeg.flatMap { $0.contains("/") ? $0 : nil } }

  /// Refuses expectations that nothing would measure.
  func check(_ expectations: [Expectation]) throws {
    guard !vmaf, let first = expectations.first(where: \.measure.isVMAF) else { return }
    throw ValidationError("\(first.measure.rawValue) is measured by --vmaf: give both")
  }

  /// What starts FFmpeg, if it is asked for.
  ///
  /// - Throws: `VMAFFailure` for one that is not there, or can't measure.
  func starter() throws -> VMAFMeter.Start? {
    guard vmaf else { return nil }
    let name = ffmpeg ?? "ffmpeg"
    let start: VMAFMeter.Start = { arguments in try Self.start(name, arguments) }
    guard VMAFMeter.isListed(in: try start(VMAFMeter.listArguments).finish()) else {
      throw VMAFFailure(reason: "\(name) has no filter libvmaf", advice: "name an FFmpeg that has it with --ffmpeg")
    }
    return start
  }

  private static func start(_ name: String, _ arguments: [String]) throws -> any PictureProgram {
    do throws(SystemError) {
      return VMAFProgram(
        try PipedProgram([name] + arguments, environment: ProcessInfo.processInfo.environment))
    } catch {
      guard error.operation == "posix_spawn" else { throw error }
      throw VMAFFailure(
        reason: error.code == ENOENT ? "there is no \(name)" : "\(name) can't be run: \(error.message)",
        advice: "install an FFmpeg that has libvmaf, or name it with --ffmpeg")
    }
  }
}

/// An FFmpeg that measures.
private final class VMAFProgram: PictureProgram {
  private let program: PipedProgram

  init(_ program: PipedProgram) { self.program = program }

  func write(_ bytes: [UInt8]) throws { try failing { () throws(PipedProgram.Failure) in try program.write(bytes) } }

  func finish() throws -> [UInt8] { try failing { () throws(PipedProgram.Failure) in try program.finish() } }

  private func failing<Value>(_ work: () throws(PipedProgram.Failure) -> Value) throws(VMAFFailure) -> Value {
    do {
      return try work()
    } catch {
      throw VMAFFailure(reason: error.description, advice: "try another FFmpeg with --ffmpeg, or leave --vmaf out")
    }
  }
}

/// Why VMAF can't be measured.
struct VMAFFailure: ReelError {
  var exitStatus: ExitStatus { .unavailable }

  var reason: String
  var advice: String

  /// One line: what failed, why, what to do.
  var description: String { "cannot measure VMAF: \(reason); \(advice)" }
}
