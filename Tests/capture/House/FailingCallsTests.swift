import Foundation
import Reel
import ReelTestSupport
import Testing

/// Every command, run again and again while one of its calls to the system fails.
///
/// `REEL_FAULTS` is the number of calls of each kind that fail, one a run, spread over all that a command makes; without it a
/// few stand for all: a command has a third of the kinds fail, the next one the next third. `make test-faults` sets it, and has the
/// calls about files of the system fail, too.
@Suite struct FailingCallsTests {
  /// Calls that also clean up; where one of those fails, an empty draft or a copy may stay.
  private static let cleaning: Set<String> = ["look", "list", "unlink", "rmdir", "stat", "close"]
  @Test(
    "Whichever call fails, every command ends by itself with one line, and loses nothing",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: SweptCommand.all)
  func everyCommand(command: SweptCommand) async throws {
    let sweep = try await Sweep(command, scope: Fault.temporaryFolder)
    let turn = SweptCommand.all.firstIndex { $0.name == command.name } ?? 0
    for (index, (call, numbers)) in FailingCalls.errors.enumerated() {
      let all = sweep.calls.filter { $0.name == call }
      let always = all.indices.filter { command.always.contains("\(call) \(all[$0].file)") }.map { $0 + 1 }
      let chosen =
        FailingCalls.breadth == nil && (index + turn) % 3 != 0
        ? [] : FailingCalls.chosen(FailingCalls.breadth ?? 1, of: all.count)
      for (turn, at) in Set(chosen + always).sorted().enumerated() {
        // In a few runs each error stands for the others.
        let some = FailingCalls.breadth == nil ? [numbers[turn % numbers.count]] : numbers
        for number in some { try await judge(sweep, Fault(kind: "fail:\(number)", at: at, call: call)) }
      }
    }
  }

  @Test(
    "Whichever call on system files fails, every command ends by itself and loses nothing",
    .enabled(if: Fault.isPossible && FailingCalls.breadth != nil, "needs a C compiler, LD_PRELOAD, and REEL_FAULTS"),
    arguments: SweptCommand.all)
  func filesOfTheSystem(command: SweptCommand) async throws {
    let sweep = try await Sweep(command, scope: "/")
    for (call, numbers) in FailingCalls.errors where call != "map" {
      let count = sweep.calls.count { $0.name == call }
      for (turn, at) in FailingCalls.chosen(FailingCalls.breadth ?? 0, of: count).enumerated() {
        try await judge(sweep, Fault(kind: "fail:\(numbers[turn % numbers.count])", at: at, call: call))
      }
    }
  }

  @Test(
    "Arguments that Swift can't find are read from the system, and never mistaken for none",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func argumentsUnread() async throws {
    let workspace = try Workspace()
    let calls = try await workspace.capture(["--version"], fault: .count, scope: "/proc").calls
    let at = try #require(calls.filter { $0.name == "look" }.firstIndex { $0.file == "maps" }) + 1
    let run = try await workspace.capture(
      ["--version"], fault: Fault(kind: "fail:\(EACCES)", at: at, call: "look"), scope: "/proc")
    #expect(run.process.status == 0, "\(run.process.error)")
    #expect(run.process.output == Data("capture \(ReelVersion.current)\n".utf8))
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "An unreadable font does not prevent a film, and Pango's message becomes one line of the command",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: [true, false])
  func fontUnread(isQuiet: Bool) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "3", "--size", "640x360", "-o", "a.mp4"] + (isQuiet ? ["-q"] : [])
    let calls = try await workspace.capture(film, fault: .count, scope: "/usr/share/fonts").calls.filter {
      $0.name == "look"
    }
    var warnings = 0
    for at in calls.indices where calls[at].file.hasSuffix(".ttf") {
      let run = try await workspace.capture(
        film, fault: Fault(kind: "fail:\(EIO)", at: at + 1, call: "look"), scope: "/usr/share/fonts")
      #expect(run.process.status == 0)
      let lines = run.process.errorLines.filter { !$0.hasPrefix("a.mp4: ") }
      #expect(lines.allSatisfy { !isQuiet && $0.hasPrefix("capture: warning: ") } && lines.count <= 1, "\(lines)")
      warnings += lines.count
    }
    // The machine may draw with other fonts.
    if !isQuiet, calls.contains(where: { $0.file == "DejaVuSans.ttf" }) { #expect(warnings > 0) }
  }

  // MARK: - Judgement

  private func judge(_ sweep: Sweep, _ fault: Fault) async throws {
    let (run, files) = try await sweep.run(fault)
    let number = fault.at - 1
    let hit = run.calls.indices.contains(number) ? run.calls[number].file : "none"
    // libdispatch counts its own threads there, and ends the process where it can't.
    if hit == "stat" && sweep.scope == "/" { return }
    // With this error the system says that the program in a terminal has ended: a tape that waits for it has failed, by its own rules.
    if hit == "ptmx" && fault.kind == "fail:\(EIO)" { return }
    let command = sweep.command
    let told = run.process.error
    let context: Comment =
      "\(command.name): \(fault.call ?? "") \(fault.at) (\(hit)) \(fault.kind) -> \(run.process.status) \(told)"
    #expect(FailingCalls.codes.contains(run.process.status) || command.judges && run.process.status == 1, context)
    #expect(run.process.errorLines.count <= 2, context)
    #expect(run.process.errorLines.allSatisfy { Self.isOwn($0, of: command) }, context)
    if run.process.status > 1 { #expect(!told.isEmpty, context) }
    #expect(!told.contains(".final"), context)
    let mayLeave = Self.cleaning.contains(fault.call ?? "")
    if run.process.status == 0 {
      // Other fonts, or no font, draw other pictures.
      guard sweep.scope != "/" else { return }
      #expect(run.process.output == sweep.output, context)
      let extra = files.filter { sweep.after[$0.key] == nil }.keys
      #expect(extra.allSatisfy { mayLeave && Self.isUnfinished($0) }, "\(context) left \(extra)")
      let other = sweep.after.filter { files[$0.key] != $0.value && !$0.key.hasSuffix(".manifest") }.keys
      #expect(other.isEmpty, "\(context) has other \(other)")
    } else {
      Self.judgeLosses(sweep, files, mayLeave, context)
      // What stays is named; an empty folder, or that of a draft, is nothing that was recorded.
      let keepsNew = files.keys.contains { name in
        let isEmpty = mayLeave && (name.hasSuffix("/") || name.hasSuffix("/draft"))
        return name.contains(".partial") && sweep.before[name] == nil && !isEmpty
      }
      let isNamed = [
        "the recording so far is in", "the recording is in", "the recording is complete and in", "the session is in",
      ].contains {
        told.contains($0)
      }
      #expect(!keepsNew || isNamed, context)
    }
  }

  /// After a failure each file is the old one or the new one, and drafts are gone.
  private static func judgeLosses(_ sweep: Sweep, _ files: [String: Data], _ mayLeave: Bool, _ context: Comment) {
    let isKept = files.keys.contains { $0.contains(".partial") }
    let isDone = sweep.after.allSatisfy { files[$0.key] == $0.value }
    for (name, bytes) in sweep.before where files[name] == nil {
      #expect(sweep.after[name] != bytes && (isKept || isDone), "\(context) lost \(name)")
    }
    // What tells that the work is unfinished, or failed, has no reason to where nothing has changed.
    let reports = sweep.command.reports
    let hasChanged = files.contains { $1 != sweep.before[$0] && !reports.contains($0) && !$0.hasSuffix(".manifest") }
    for (name, bytes) in files where bytes != sweep.before[name] && bytes != sweep.after[name] {
      let isExpected =
        reports.contains(name) && (hasChanged || sweep.command.judges) || name.contains(".partial")
        || name.hasSuffix(".manifest")
        || mayLeave && isUnfinished(name)
      #expect(isExpected, "\(context) left \(name)")
    }
  }

  private static func isUnfinished(_ name: String) -> Bool { name.contains(".final") || name.contains(".partial") }

  /// Whether a line on standard error is the command's own: a failure, a warning, or what a suite could not make.
  private static func isOwn(_ line: Substring, of command: SweptCommand) -> Bool {
    line.hasPrefix("capture: ") || command.judges && line.contains(#/^\d+ of \d+: /#)
  }
}

/// A command that is run again and again from the same files.
private final class Sweep {
  let command: SweptCommand
  /// The folder whose files' calls fail.
  let scope: String
  /// The files before, and after a run in which nothing fails; folders end in a slash.
  let before, after: [String: Data]
  /// What that run wrote to standard output.
  let output: Data
  /// Its calls.
  let calls: [FaultyRun.Call]
  private let template: Workspace

  init(_ command: SweptCommand, scope: String) async throws {
    (self.command, self.scope, template) = (command, scope, try Workspace())
    try await command.prepare(template)
    before = try Self.files(of: template)
    let (reference, found) = try await Self.run(command, from: template, .count, scope)
    #expect(reference.process.status == 0, "\(command.name): \(reference.process.error)")
    (after, output, calls) = (found, reference.process.output, reference.calls)
  }

  func run(_ fault: Fault) async throws -> (FaultyRun, [String: Data]) {
    try await Self.run(command, from: template, fault, scope)
  }

  private static func run(
    _ command: SweptCommand, from template: Workspace, _ fault: Fault, _ scope: String
  ) async throws -> (FaultyRun, [String: Data]) {
    let workspace = try Workspace()
    // With the times of the files, by which the command knows its own.
    let copy = try await Program.runAside("/bin/cp", ["-a", template.folder.path + "/.", workspace.folder.path])
    try #require(copy.status == 0, "\(copy.error)")
    let run = try await workspace.capture(command.arguments, fault: fault, scope: scope)
    return (run, try files(of: workspace))
  }

  private static func files(of workspace: Workspace) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: workspace.folder.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        var bytes = try? Data(contentsOf: workspace.url(name))
        // A report of tests says how long each took.
        if name.hasSuffix(".xml") {
          bytes = bytes.map { Data(String(decoding: $0, as: UTF8.self).replacing(#/ time="[0-9.]+"/#, with: "").utf8) }
        }
        return bytes.map { (name, $0) } ?? (name + "/", Data())
      })
  }
}
