import ArgumentParser
import Reel
import ReelTapes

/// How programs run in a terminal, and what is kept of them.
struct RunningOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Pass on a variable of the environment; programs see few others.", valueName: "name"))
  var env: [String] = []

  // An expression may begin with a dash.
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Mask what matches a regular expression on the screen, in .cast and .txt, and in keys.", valueName: "regex"))
  var redact: [String] = []

  @Option(
    help: ArgumentHelp(
      "Type a tape in the uneven rhythm of a hand, from this seed.", valueName: "number"),
    transform: { UInt64(try OptionText.whole("typing seed", $0, 0...Int.max)) })
  var typingSeed: UInt64?

  @Flag(help: "Record which keys were pressed, too, also in passwords; for a program after --.")
  var recordKeys = false

  @Option(
    help: ArgumentHelp(
      "Write down as a tape what you type, into a shell or the program after --; it plays again.",
      valueName: "demo.tape"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Run a tape and compare its screens with those of a .txt; make no film, and exit with 1 where they differ.",
      valueName: "screens.txt"))
  var check: String?

  /// An option that was given, which needs a program; nil for none.
  ///
  /// What is masked may be in a recording, too.
  var given: String? {
    let given: KeyValuePairs = [
      "--env": !env.isEmpty, "--typing-seed": typingSeed != nil,
      "--record-keys": recordKeys, "--record": record != nil, "--check": check != nil,
    ]
    return given.first { $0.value }?.key
  }
}
