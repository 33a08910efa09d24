import Foundation
import Reel
import ReelVideo

/// Records for a long time and looks whether memory stays flat, times stay exact and nothing goes unreported.
///
///     reel-soak [--minutes N] [--live-minutes N] [--recordings N] [--size WIDTHxHEIGHT] [--folder PATH] [--unread]
///
/// Minutes are those of film: the first film is made as fast as the machine goes, the second in real time. The recordings are
/// short ones, one after another in this process. What is not asked for is left out. With `--unread` films are not read again.
@main
enum Soak {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let folder = URL(fileURLWithPath: options.folder).appendingPathComponent("reel-soak-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      if options.minutes > 0 { try await virtual(options, in: folder) }
      if options.liveMinutes > 0 {
        let film = Film(minutes: options.liveMinutes, size: options.size, isLive: true, folder: folder)
        try await film.record()
        if !options.leavesUnread { try film.verify() }
      }
      if options.recordings > 0 { try await record(options.recordings, in: folder) }
    } catch {
      FileHandle.standardError.write(Data("reel-soak: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Makes a film; one of more than a minute may need a twentieth more memory than one of a minute.
  private static func virtual(_ options: Options, in folder: URL) async throws {
    let minute = options.minutes > 1 ? try Reference.peakBytes(size: options.size, folder: options.folder) : .max
    let film = Film(minutes: options.minutes, size: options.size, folder: folder)
    try await film.record()
    if options.minutes > 1 {
      // Before it is read again, which takes memory too.
      let peak = Memory.peakBytes
      let ratio = Double(peak) / Double(minute)
      let text = String(format: "%.3f", ratio)
      print("peak memory: \(peak >> 10) kB, of a minute \(minute >> 10) kB, ratio \(text), at most 1.05")
      guard ratio <= 1.05 else {
        throw Finding(
          "a film of \(options.minutes) minutes needs \(text) times the memory of one of a minute, at most 1.05")
      }
    }
    if !options.leavesUnread { try film.verify() }
  }

  /// Makes many short films and looks whether the memory that is in use grows.
  private static func record(_ count: Int, in folder: URL) async throws {
    let warmUp = max(1, count / 5)
    var before = 0
    for index in 0..<count {
      if index == warmUp {
        EncoderTeardown.wait()
        before = Memory.bytesInUse
      }
      // Every other one fails, as what is begun must be given back on that way too.
      let url = folder.appendingPathComponent("short.mp4")
      let recorder = try Recorder(
        source: Blink(failsAt: index % 2 == 1 ? 2 : nil), sink: MovieSink(to: url), frameRate: 10)
      do {
        try await recorder.record(frames: 3)
      } catch is Blink.Failure {}
    }
    EncoderTeardown.wait()
    let growth = Memory.bytesInUse - before
    print("\(count) recordings: \(growth) bytes more in use after the last than after the \(warmUp)th")
    // Less than one page of each that came after the warm-up: a codec, a muxer or a picture that stays would be more.
    let allowed = max(1 << 20, 1024 * (count - warmUp))
    guard growth <= allowed else {
      throw Finding(
        "\(growth) bytes more are in use than after the \(warmUp)th recording, at most \(allowed) are allowed")
    }
  }
}

/// What was found to be wrong.
struct Finding: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// What is asked for on the command line.
struct Options {
  var minutes = 0.0
  var liveMinutes = 0.0
  var recordings = 0
  var size = PixelSize(width: 1280, height: 720)
  var folder = NSTemporaryDirectory()
  var leavesUnread = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func number(_ text: String?) throws -> Double {
      guard let text, let value = Double(text), (0...100_000).contains(value) else {
        throw Finding("expected a number from 0 to 100000, found \(text ?? "nothing")")
      }
      return value
    }
    while let name = rest.popFirst() {
      switch name {
      case "--minutes": minutes = try number(rest.popFirst())
      case "--live-minutes": liveMinutes = try number(rest.popFirst())
      case "--recordings": recordings = Int(try number(rest.popFirst()))
      case "--size": size = try Self.size(rest.popFirst() ?? "")
      case "--folder": folder = rest.popFirst() ?? folder
      case "--unread": leavesUnread = true
      default: throw Finding("unknown option \(name): see the beginning of Soak.swift")
      }
    }
  }
  private static func size(_ text: String) throws -> PixelSize {
    let sides = text.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { throw Finding("expected a size like 1280x720, found \(text)") }
    return PixelSize(width: sides[0], height: sides[1])
  }
}
