import Foundation

/// The commands that a page of documentation prints, in their order.
struct DocumentCommands {
  struct Command: CustomStringConvertible {
    /// What a shell runs, with the lines of a here-document.
    var text: String
    var line: Int
    /// What the page says that it prints; nil where it does not say.
    var output: String?
    /// Why it is not run; nil where it is.
    var reason: String?
    var takesLong = false

    /// The exit code that the page promises.
    var status: Int32 { text.firstMatch(of: /exits with (\d+)/).flatMap { Int32($0.1) } ?? 0 }
    var description: String { "line \(line): \(text)" }
  }

  var commands: [Command] = []
  /// Comments about commands that the page does not have.
  var idleMarks: [String] = []

  /// The programs that begin a command; other indented lines are YAML, Swift or Logo.
  private static let programs = [
    "capture", "make", "sudo", "ffmpeg", "echo", "printf", "cat", "cp", "mkdir", "script", ".ci/run", "swift", "git",
    "python3", "cc",
  ]

  /// Reads a page: its indented lines, its shell blocks, and the first code in each row of a table whose last column is “you type”.
  ///
  /// `<!-- not run (WHY): BEGINNING -->` keeps commands that begin so from being run, `<!-- takes long: BEGINNING -->` from every run.
  init(_ page: String) {
    var fence: String?
    var isTyped = false
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      if line.hasPrefix("```") {
        fence = fence == nil ? String(line.dropFirst(3)) : nil
        continue
      }
      if fence == nil, line.hasPrefix("|") {
        isTyped = isTyped || line.hasSuffix("| you type |")
        if isTyped, let cell = line.split(separator: "|").last, let code = cell.firstMatch(of: /`([^`]+)`/) {
          commands.append(Command(text: String(code.1), line: index))
        }
        continue
      }
      isTyped = false
      let isShell = fence.map { ["sh", "bash", "console"].contains($0) } ?? line.hasPrefix("    ")
      guard isShell else { continue }
      let indentation = fence == nil ? 4 : 0
      var text = String(line.dropFirst(indentation))
      let hasPrompt = text.hasPrefix("$ ")
      if hasPrompt { text.removeFirst(2) }
      guard Self.programs.contains(where: { text == $0 || text.hasPrefix($0 + " ") }) else { continue }
      var command = Command(text: text, line: index)
      func take(until isEnd: (String) -> Bool) -> [String] {
        var taken: [String] = []
        while index < lines.count, !isEnd(lines[index]) {
          taken.append(String(lines[index].dropFirst(indentation)))
          index += 1
        }
        return taken
      }
      if text.contains("<<'END'") {
        command.text += "\n" + take { $0.hasSuffix("END") }.joined(separator: "\n") + "\nEND"
        index += 1
      } else if hasPrompt {
        command.output = take { $0.isEmpty || $0.contains("$ ") || $0.hasPrefix("```") }.joined(separator: "\n")
      }
      commands.append(command)
    }
    applyMarks(of: page)
  }

  private mutating func applyMarks(of page: String) {
    for match in page.matches(of: /<!-- (?:not run \((.+)\)|takes long): (.+) -->/) {
      var isUsed = false
      for index in commands.indices
      where commands[index].text.split(separator: " ").joined(separator: " ").hasPrefix(match.2) {
        if let reason = match.1 { commands[index].reason = String(reason) } else { commands[index].takesLong = true }
        isUsed = true
      }
      if !isUsed { idleMarks.append(String(match.0)) }
    }
  }
}
