import ArgumentParser
import ReelPlatform

/// Printing options of commands that only produce a result.
struct ResultOptions: ParsableArguments {
  @Flag(help: "Print the result as one JSON object on standard output.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  /// Prints the result on standard output, for programs or for people.
  func present(_ result: some Encodable, _ text: String) throws {
    if json {
      try StandardOutput.write(jsonLine(result))
    } else if !quiet {
      try StandardOutput.write(Data(text.utf8))
    }
  }
}
