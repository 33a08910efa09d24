import Foundation
import Reel
import ReelTestSupport
import Testing

@testable import capture

/// What people type: slips, lengths, sizes, and what the shell completes for them.
@Suite struct TypingTests {
  @Test(
    "The error for a mistyped command or option suggests the closest one, and never a distant one",
    arguments: [
      ("verfy", "unknown command verfy: did you mean verify?"),
      ("verfy a.mp4 --manifest a.json", "unknown command verfy: did you mean verify?"),
      ("snowflak --fps 10", "unknown command snowflak: did you mean snowflake?"),
      ("stil --at 3", "unknown command stil: did you mean still?"),
      ("paint", "unknown command paint: capture help lists all commands"),
      ("help verfy", "unknown command verfy: did you mean verify?"),
      ("help nothing", "unknown command nothing: capture help lists all commands"),
      ("--helpx", "unknown option --helpx: did you mean --help?"),
      ("--fsp 10", "unknown option --fsp: did you mean --fps?"),
      ("--sec 10", "unknown option --sec: did you mean --seconds?"),
      ("--music", "unknown option --music: see capture help snowflake"),
      ("recover a.mp4 --music", "unknown option --music: see capture help recover"),
      ("--factor 3", "capture snowflake has no option --factor, but zoom and still do: see capture help zoom"),
      ("--seed 3", "capture snowflake has no option --seed, but trace, turtle and fixture do: see capture help trace"),
      ("curve dragn", "curve dragn is not valid: did you mean dragon?"),
      ("--theme pappr", "--theme pappr is not valid: did you mean paper?"),
      ("--preset veryfst", "--preset veryfst is not valid: did you mean veryfast?"),
      ("--background blak", "--background blak is not valid: did you mean black?"),
      ("curve --ink teal,rde", "--ink teal,rde is not valid: did you mean red?"),
      ("trace --letters A --hand chld", "--hand chld is not valid: did you mean child?"),
      ("trace --letters A --rule inordr", "--rule inordr is not valid: did you mean inOrder?"),
      ("--format mk4 -o -", "--format mk4 is not valid: did you mean mkv?"),
      ("fixture -o a.mp4 --pattern bors", "--pattern bors is not valid: did you mean bars?"),
      ("--theme dusk", "--theme dusk is not valid: it must be night, paper or classic; see capture help snowflake"),
      ("--crf 20 -o a.gif", "--crf is for movies, but no output is a movie: add -o film.mp4, or leave --crf out"),
      (
        "--lossless -o frames/",
        "--lossless is for movies, but no output is a movie: add -o film.mp4, or leave --lossless out"
      ),
      (
        "--colors 20 -o a.mp4",
        "--colors is for animated pictures, but no output is one: add -o film.gif, or leave --colors out"
      ),
      ("--loop 3", "--loop is for animated pictures, but no output is one: add -o film.gif, or leave --loop out"),
      ("trace -a.jsonl", "unknown option -a.jsonl: if it is the name of a file, write ./-a.jsonl"),
      ("--fps 10 zoom", "zoom is a command: put it first, before all options"),
      ("-q trace --letters A", "trace is a command: put it first, before all options"),
      ("-q demo.tape", "demo.tape is a file: put it first, before all options"),
    ])
  func slips(typed: String, answer: String) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(typed.split(separator: " ").map(String.init), in: workspace.folder)
    #expect(result.status == 64)
    #expect(result.error.hasPrefix("capture: \(answer)") && result.errorLines.count == 1, "\(result.error)")
    #expect(result.output.isEmpty)
  }

  @Test("Spelling distance matches the way people mistype")
  func distance() {
    for (typed, meant, slips) in [
      ("verify", "verify", 0), ("verfy", "verify", 1), ("fsp", "fps", 1), ("", "abc", 3), ("kitten", "sitting", 3),
    ] {
      #expect(Spelling.slips(from: Array(typed), to: Array(meant)) == slips, "\(typed)")
    }
    #expect(Spelling.nearest(to: "x", among: ["xy"]) == nil)
  }

  @Test(
    "Lengths can be numbers, with units or as clock times",
    arguments: [
      ("90", 90), ("1.5", 1.5), ("90s", 90), ("1m30s", 90), ("1m", 60), ("2h", 7200), ("1h1s", 3601), ("250ms", 0.25),
      ("1s500ms", 1.5), ("5 s", 5), ("1 m 30 s", 90), ("1.5m", 90), ("1:30", 90), ("0:00.5", 0.5),
      ("1:02:03.5", 3723.5), ("90:00", 5400),
      ("1e1", 10),
    ])
  func lengths(text: String, seconds: Double) {
    #expect(Seconds.parse(text) == seconds)
  }

  @Test(
    "Invalid lengths are refused",
    arguments: [
      "", "s", "1:", ":30", "1:60", "1:-5", "1:2:3:4", "1:99:00", "1m30", "30s1m", "1s1s", "1.2.3s", "1 2s", " ", "ten",
      "1d",
      "٣s", "1:٣",
    ])
  func noLengths(text: String) {
    #expect(Seconds.parse(text) == nil)
  }

  @Test("Every time option accepts all forms, and films have that length")
  func options() async throws {
    let workspace = try Workspace()
    for arguments in [
      ["--seconds", "0:02", "--fps", "2"], ["zoom", "--seconds", "2s", "--fps", "2"],
      ["trace", "--letters", "l", "--seconds", "0:02", "--hold", "500ms", "--max-pause", "1s", "--fps", "2"],
    ] {
      let film = arguments + ["--size", "64x64", "--json", "-o", "a.mp4"]
      let result = try await CaptureProcess.run(film, in: workspace.folder)
      #expect(result.status == 0, "\(result.error)")
      let object = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
      #expect(object["duration"] as? Double == 2)
    }
    let still = try await workspace.capture("still", "--at", "1s", "--fps", "4", "--size", "64x64")
    #expect(still.error.contains("frame 4 of 120"), "\(still.error)")
  }

  @Test("The error for an invalid seed names it")
  func seed() async throws {
    let workspace = try Workspace()
    for (option, expected) in [("--seed", "from 0 to 18446744073709551615"), ("--index", "0 or more")] {
      let result = try await workspace.capture("trace", "--letters", "A", option, "-1")
      #expect(result.status == 64 && result.errorLines.count == 1)
      #expect(result.error.contains("-1 is not valid") && result.error.contains(expected), "\(result.error)")
    }
  }

  @Test(
    "Bash completes the options of the default command, and those of the others",
    .enabled(if: CaptureProcess.find("bash") != nil, "needs bash"),
    arguments: [
      ("--th", ["--theme"]), ("ver", ["verify"]), ("--theme ''", ["night", "paper", "classic"]),
      ("--fps 10 --lev", ["--levels"]), ("zoom --cen", ["--center"]), ("trace --let", ["--letters", "--letter"]),
    ])
  func bash(typed: String, offers: [String]) async throws {
    let workspace = try Workspace()
    let script = #"""
      source <("$0" --generate-completion-script bash)
      function=$(complete -p capture | sed -E 's/.*-F ([^ ]+).*/\1/')
      eval "COMP_WORDS=(capture $1)"
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMP_LINE="${COMP_WORDS[*]}" COMP_POINT=${#COMP_LINE}
      "$function" capture "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    let bash = try #require(CaptureProcess.find("bash"))
    let result = try await CaptureProcess.run(
      executable: bash, ["-c", script, CaptureProcess.executable.path, typed], in: workspace.folder)
    let offered = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(offered == offers, "\(result.error)")
  }

  @Test("Zsh and fish complete the options of the default command", arguments: ["zsh", "fish"])
  func shells(shell: String) async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("--generate-completion-script", shell)
    #expect(result.status == 0)
    let script = String(decoding: result.output, as: UTF8.self)
    // Before the first command's own options.
    let beginning = try #require(script.range(of: shell == "zsh" ? "_capture_snowflake()" : "-fa 'snowflake'"))
    #expect(script[..<beginning.lowerBound].contains(shell == "zsh" ? "--no-caption" : "-l 'no-caption'"))
  }
}
