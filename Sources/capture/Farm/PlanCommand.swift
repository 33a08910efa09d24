import ArgumentParser
import Reel
import ReelFarm

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif
import Foundation

struct PlanCommand: AsyncParsableCommand, CommandOnFiles {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Estimate the cost of each part of a film, and write the job that makes them.",
    discussion: """
      Measures a few frames of each part on this machine, and prints each part's
      frames, time and disk space, and the memory of a process. With --for, it prints
      the job instead, ready to save and start; read it before you start it.

      EXAMPLES
        capture plan story.yaml --parts 8
        capture plan story.yaml --parts 64 --for slurm > film.sh && sh film.sh
        capture plan story.yaml --parts 8 --for kubernetes > job.yaml

      EXIT CODES
        0 done, 64 wrong usage, 65 a storyboard or recipe that can't be read, 66 no
        such file.
      """)

  @Argument(help: ArgumentHelp("A storyboard, or a recipe written with --recipe.", valueName: "film"))
  var file: String

  @Option(
    help: ArgumentHelp("The number of parts.", valueName: "number"),
    transform: { try OptionText.whole("number of parts", $0, PartNumber.counts) })
  var parts: Int

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Print the job for an engine. (values: \(FarmJob.Engine.allCases.map(\.rawValue).joined(separator: ", ")))",
      valueName: "engine"),
    completion: .list(FarmJob.Engine.allCases.map(\.rawValue)), transform: { try OptionText.choice("engine", $0) })
  var engine: FarmJob.Engine?

  @OptionGroup(title: "Storyboard") var changes: StoryboardChanges
  @OptionGroup(title: "Report") var result: ResultOptions

  var files: RunFiles { RunFiles(reads: ["the film": file]) }

  func run() async throws {
    FFmpegLog.level = .quiet
    let film = try DescriptionFile.film(file, changes).film
    try FontSearch(film.scenes.fonts, isQuiet: true).finish()
    let folder = FileManager.default.temporaryDirectory.path
    let plan = try await FarmPlan(film, parts: parts, inFolder: folder)
    if let advice = advice(on: plan) { StandardError.say("capture: \(advice)") }
    if let engine {
      let job = FarmJob(plan: plan, film: file, changes: changes.sets)
      return try StandardOutput.write(Data(job.text(for: engine).utf8))
    }
    try result.present(plan, text(of: plan, film))
  }

  private func text(of plan: FarmPlan, _ film: FilmDescription) -> String {
    let rate = film.film.frameRate
    var lines = [
      "\(file): \(counted(plan.frames, "frame")), \(fixed(rate.seconds(ofFrame: plan.frames), 2)) s, \(film.film.size), "
        + "cut every \(plan.segmentFrames) frames"
    ]
    for part in plan.parts {
      let frames = part.frames == 0 ? "no frames" : "frames \(part.firstFrame)-\(part.firstFrame + part.frames - 1)"
      lines.append("part \(part.part): \(frames), \(Self.time(part.seconds)), \(Summary.text(bytes: part.bytes))")
    }
    lines.append(
      "all: \(Self.time(plan.totalSeconds)) on one machine like this one, \(Self.time(plan.longestSeconds)) on "
        + "\(parts); each needs \(plan.memory >> 20) MB of memory; the parts take \(Summary.text(bytes: plan.bytes)) of disk space, "
        + "and the film as much again")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns advice if some parts would have no frames; nil if all have some.
  private func advice(on plan: FarmPlan) -> String? {
    guard plan.filledCount < parts else { return nil }
    let filled = plan.filledCount
    return "only \(filled) of \(parts) parts \(filled == 1 ? "has" : "have") frames, because the film is cut every "
      + "\(plan.segmentFrames) frames and has \(plan.frames): --parts \(filled) is just as fast"
  }

  /// Hours, minutes and seconds: `1:02:03`.
  private static func time(_ seconds: Double) -> String {
    let whole = Int(clamping: seconds.rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}
