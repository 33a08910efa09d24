import Foundation

/// The time to start the command, compared with a C program that only loads FFmpeg's libraries.
///
/// Whole processes are timed in turn. The C program is compiled on the spot.
struct StartJob {
  /// A program, from its start to its end.
  private struct Entrant {
    var name: String
    var program: String
    var arguments: [String] = []
  }

  /// Measures each start, and reports the times and the time added to loading FFmpeg's libraries as a table in Markdown.
  static func table(rounds: Int) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-start-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let entrants = try entrants(in: folder)
    var runs = entrants.map { _ in [Child]() }
    for _ in 0..<rounds {
      for (index, entrant) in entrants.enumerated() {
        runs[index].append(try Child.run(entrant.program, entrant.arguments))
      }
    }
    let widths = [40, 6, 6, 9]
    let rows = zip(entrants, runs).map { entrant, own in
      let added = median(zip(own, runs[0]).map { $0.seconds - $1.seconds })
      let numbers = [median(own.map(\.seconds)), added, median(own.map(\.work))].map { fixed($0 * 1000, 1) }
      return tableRow([entrant.name] + numbers, widths: widths)
    }
    let heading = tableRow(["from start to end", "ms", "added", "processor"], widths: widths)
    return ([heading, tableRule(widths: widths)] + rows).joined(separator: "\n")
  }

  private static func entrants(in folder: URL) throws -> [Entrant] {
    let binaries = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let command = binaries.appendingPathComponent("capture").path
    let small = ["--size", "64x64", "-q", "-o"]
    return [
      Entrant(name: "FFmpeg's libraries alone", program: try makeLoader(in: folder)),
      Entrant(name: "`capture --version`", program: command, arguments: ["--version"]),
      Entrant(name: "`capture --help`", program: command, arguments: ["--help"]),
      Entrant(
        name: "`capture still`, 64x64", program: command,
        arguments: ["still", "--at", "0"] + small + [folder.appendingPathComponent("a.png").path]),
      Entrant(
        name: "a film of one frame, 64x64", program: command,
        arguments: ["--frames", "1"] + small + [folder.appendingPathComponent("a.mp4").path]),
    ]
  }

  /// Compiles the program that only loads the libraries; a call into each keeps the linker from dropping it.
  private static func makeLoader(in folder: URL) throws -> String {
    let source = folder.appendingPathComponent("load.c")
    try Data(
      """
      #include <libavcodec/avcodec.h>
      #include <libavformat/avformat.h>
      #include <libswscale/swscale.h>
      int main(void) { return (avcodec_version() & avformat_version() & swscale_version()) == 0; }
      """.utf8
    ).write(to: source)
    let program = folder.appendingPathComponent("load").path
    let flags = "$(pkg-config --cflags --libs libavformat libavcodec libswscale libavutil)"
    _ = try Child.run("/bin/sh", ["-c", #"cc -O1 -o "$0" "$1" \#(flags)"#, program, source.path])
    return program
  }
}
