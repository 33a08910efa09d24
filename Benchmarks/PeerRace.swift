import Foundation
import Reel

/// The command against alternatives: scripts in `Benchmarks/peers` that make the same film.
///
/// Everything is timed as a whole process, from its start to the finished movie, including the loading of libraries. The entrants for a
/// film alternate.
struct PeerRace {
  /// The Python with the scripts' packages.
  var python: String
  var choice: Choice

  /// A program that makes a film.
  struct Entrant {
    var name: String
    var program: String
    var arguments: [String]
    /// The maximum number of rounds, because more rounds add little accuracy if one takes minutes.
    var rounds = 3
  }

  /// The measurements of an entrant.
  struct Result: Codable {
    var film: String
    var name: String
    var seconds: [Double]
    var work: [Double]
    var peakMemory: Int
    /// The time relative to the command's: the median of the rounds' ratios.
    var timesLonger: Double
  }

  private struct Report: Codable {
    var machine: Machine
    var results: [Result]
  }

  /// The scripts, and whether they make all films or only the first.
  private static let scripts: [Script] = [
    ("pycairo_ffmpeg.py", ["--reuse"], "pycairo, piped to ffmpeg, still frames reused", 3, 2),
    ("pycairo_ffmpeg.py", [], "pycairo, piped to ffmpeg", 3, 2),
    ("pyav_cairo.py", [], "PyAV with pycairo", 1, 2),
    ("opencv_polylines.py", [], "OpenCV, fill and outline, MPEG-4", 1, 2),
    ("matplotlib_animation.py", [], "matplotlib FuncAnimation, fill and outline", 1, 1),
    ("manim_snowflake.py", [], "manim, fill and outline, levels step", 1, 1),
  ]

  func run(writingTo folder: String?) throws {
    let machine = Machine()
    print("\(machine)\n\n\(Self.heading)")
    var results: [Result] = []
    for (place, name) in ["default", "step", "moving"].enumerated() where choice.includes(name) {
      let job = try Job.named(name)
      let film = Film(name: job.name, frameCount: job.frameCount, options: job.options)
      for result in try race(film, Self.scripts.filter { place < $0.films }) {
        print(Self.row(result))
        results.append(result)
      }
    }
    if choice.includes("storyboard") {
      for result in try race(Self.storyboard, Self.storyboardScripts) {
        print(Self.row(result))
        results.append(result)
      }
    }
    print("\n\(Self.legend)")
    guard let folder, choice.isEverything else { return }
    let rows = results.map(Self.row).joined(separator: "\n")
    let text = "# Reel and others\n\n\(machine)\n\n\(Self.heading)\n\(rows)\n\n\(Self.legend)\n"
    let bars = results.filter { $0.film == "default" }.map { result in
      let time = median(result.seconds)
      return BarPlot.Bar(
        result.name, value: time, text: "\(fixed(time, time < 1 ? 2 : 1)) s", isEmphasized: result.name == Self.command)
    }
    try Results.write(
      Report(machine: machine, results: results), table: text,
      plot: BarPlot(title: "30 seconds of a growing snowflake, 720p: seconds to make", note: "\(machine)", bars: bars),
      name: "peers", to: folder)
  }

  private static let command = "Reel: capture"

  /// A film made by all entrants.
  private struct Film {
    var name: String
    var frameCount: Int
    /// The command's arguments.
    var options: [String]
  }

  private typealias Script = (file: String, options: [String], name: String, films: Int, rounds: Int)

  /// A page of YAML, and the programs that draw the same film.
  private static let storyboard = Film(
    name: "storyboard", frameCount: 900, options: ["Benchmarks/peers/storyboard.yaml"])
  private static let storyboardScripts: [Script] = [
    ("storyboard_cairo.py", ["--reuse"], "pycairo, piped to ffmpeg, still frames reused", 1, 3),
    ("storyboard_cairo.py", [], "pycairo, piped to ffmpeg", 1, 2),
  ]

  /// Alternates between the command and every script that can make a film and whose packages are installed.
  private func race(_ film: Film, _ candidates: [Script]) throws -> [Result] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-peers-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let movie = folder.appendingPathComponent("film.mp4").path
    let binaries = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let scripts = URL(fileURLWithPath: "Benchmarks/peers")
    var entrants = [
      Entrant(
        name: Self.command, program: binaries.appendingPathComponent("capture").path,
        arguments: film.options + ["-q", "-o", movie])
    ]
    for script in candidates {
      let path = scripts.appendingPathComponent(script.file).path
      // A script that only checks for its packages exits with 3 if they are missing.
      guard (try? Child.run(python, [path, "--check"])) != nil else {
        print("\(script.name): not installed, left out")
        continue
      }
      entrants.append(
        Entrant(
          name: script.name, program: python, arguments: [path, "--film", film.name, "-o", movie] + script.options,
          rounds: script.rounds))
    }
    var runs: [String: [Child]] = [:]
    for round in 0..<(choice.rounds ?? 3) {
      for entrant in entrants where round < entrant.rounds {
        do {
          runs[entrant.name, default: []].append(try run(entrant, film: film, movie: movie))
        } catch {
          guard entrant.name != Self.command else { throw error }
          print("\(entrant.name): left out, since \(error)")
          entrants.removeAll { $0.name == entrant.name }
        }
      }
    }
    let ours = runs[Self.command] ?? []
    return entrants.map { entrant in
      let theirs = runs[entrant.name] ?? []
      return Result(
        film: film.name, name: entrant.name, seconds: theirs.map(\.seconds), work: theirs.map(\.work),
        peakMemory: theirs.map(\.peakMemory).max() ?? 0,
        timesLonger: median(zip(theirs, ours).map { $0.seconds / $1.seconds }))
    }
  }

  /// Makes the film once, and checks its number of frames.
  private func run(_ entrant: Entrant, film: Film, movie: String) throws -> Child {
    let child = try Child.run(entrant.program, entrant.arguments)
    let frames = try MovieReader(url: URL(fileURLWithPath: movie)).facts.frameCount
    guard frames == nil || frames == film.frameCount else {
      throw InvalidValue("frames of \(entrant.name)", frames ?? 0, expected: "\(film.frameCount)")
    }
    try FileManager.default.removeItem(atPath: movie)
    return child
  }

  private static let widths = [46, 8, 7, 9, 12, 11]

  private static let heading = [
    tableRow(["made with", "film", "seconds", "processor", "peak memory", "times ours"], widths: widths),
    tableRule(widths: widths),
  ].joined(separator: "\n")

  private static let legend = """
    Whole processes, medians; seconds of time and of processor time, the largest memory of one process in MB. Scripts that \
    draw fill and outline alone draw less than the others: no soft light, no gradients.
    """

  private static func row(_ result: Result) -> String {
    tableRow(
      [
        result.name, result.film, fixed(median(result.seconds), 2), fixed(median(result.work), 2),
        fixed(Double(result.peakMemory) / 1e6, 0), fixed(result.timesLonger, 1),
      ], widths: widths)
  }
}
