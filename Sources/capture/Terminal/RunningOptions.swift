import ArgumentParser
import Reel
import ReelTapes

/// How programs run in a terminal, and what is recorded.
struct RunningOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Pass an environment variable on to programs; they get few others.", valueName: "name"))
  var env: [String] = []

  // An expression may begin with a dash.
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Mask text that matches a regular expression on the screen, in .cast and .txt, and in keys.", valueName: "regex"))
  var redact: [String] = []

  @Option(
    help: ArgumentHelp(
      "Type a tape with an uneven, human rhythm, from this seed.", valueName: "number"),
    transform: { UInt64(try OptionText.whole("typing seed", $0, 0...Int.max)) })
  var typingSeed: UInt64?

  @Flag(help: "Record keys too, including passwords; for a program after --.")
  var recordKeys = false

  @Flag(help: "End with 0 if everything is recorded, whatever the exit code of the program after --.")
  var ignoreExitCode = false

  @Option(
    help: ArgumentHelp(
      "Save what you type into a shell or the program after -- as a tape that can be played.",
      valueName: "demo.tape"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Run a tape and compare its screens with a .txt; make no film, and exit with 1 if they differ.",
      valueName: "screens.txt"))
  var check: String?

  /// A given option that needs a program; nil for none.
  ///
  /// `--redact` is not among them, as it also masks recordings.
  var given: String? {
    let given: KeyValuePairs = [
      "--env": !env.isEmpty, "--typing-seed": typingSeed != nil,
      "--record-keys": recordKeys, "--ignore-exit-code": ignoreExitCode, "--record": record != nil,
      "--check": check != nil,
    ]
    return given.first { $0.value }?.key
  }
}
