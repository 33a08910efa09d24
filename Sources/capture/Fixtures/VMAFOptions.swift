import ArgumentParser
import Reel
import ReelFixtures
import ReelPlatform
import ReelPrograms

/// Whether to measure VMAF, and with which FFmpeg.
struct VMAFOptions: ParsableArguments {
  @Flag(help: "Also measure VMAF, with an FFmpeg that has libvmaf.")
  var vmaf = false

  @Option(help: ArgumentHelp("The FFmpeg that measures VMAF. (default: ffmpeg in PATH)", valueName: "path"))
  var ffmpeg: String?

  mutating func validate() throws {
    if ffmpeg != nil, !vmaf { throw ValidationError("--ffmpeg needs --vmaf: give both") }
    if ffmpeg?.isEmpty == true { throw ValidationError("--ffmpeg needs the path of a program") }
  }

  /// The FFmpeg's path, declared as an input so that no output replaces it; nil for one in PATH.
  var file: String? { ffmpeg.flatMap { $0.contains("/") ? $0 : nil } }

  /// Rejects VMAF expectations without `--vmaf`.
  func check(_ expectations: [Expectation]) throws {
    guard !vmaf, let first = expectations.first(where: \.measure.isVMAF) else { return }
    throw ValidationError("\(first.measure.rawValue) needs --vmaf: give both")
  }

  /// Returns a closure that starts FFmpeg; nil if VMAF was not requested.
  ///
  /// - Throws: `VMAFFailure` for an FFmpeg that does not exist or cannot measure VMAF.
  func starter() throws -> VMAFMeter.Start? {
    guard vmaf else { return nil }
    let name = ffmpeg ?? "ffmpeg"
    let start: VMAFMeter.Start = { arguments in try Self.start(name, arguments) }
    guard VMAFMeter.isListed(in: try start(VMAFMeter.listArguments).finish()) else {
      throw VMAFFailure(reason: "\(name) has no filter libvmaf", advice: "choose an FFmpeg that has it with --ffmpeg")
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
        reason: error.code == ENOENT ? "\(name) was not found" : "\(name) can't be run: \(error.message)",
        advice: "install an FFmpeg that has libvmaf, or choose one with --ffmpeg")
    }
  }
}

/// A running FFmpeg that measures VMAF.
private final class VMAFProgram: PictureProgram {
  private let program: PipedProgram

  init(_ program: PipedProgram) { self.program = program }

  func write(_ bytes: [UInt8]) throws { try failing { () throws(PipedProgram.Failure) in try program.write(bytes) } }

  func finish() throws -> [UInt8] { try failing { () throws(PipedProgram.Failure) in try program.finish() } }

  private func failing<Value>(_ work: () throws(PipedProgram.Failure) -> Value) throws(VMAFFailure) -> Value {
    do {
      return try work()
    } catch {
      throw VMAFFailure(reason: error.description, advice: "try another FFmpeg with --ffmpeg, or leave out --vmaf")
    }
  }
}

/// The error of a VMAF measurement that failed.
struct VMAFFailure: ReelError {
  var exitStatus: ExitStatus { .unavailable }

  var reason: String
  var advice: String

  /// One line that says what failed, why, and what to do.
  var description: String { "cannot measure VMAF: \(reason); \(advice)" }
}
