import ArgumentParser
import Reel

/// What a command may replace.
struct ReplacementOptions: ParsableArguments {
  @Flag(help: "Refuse to replace existing files.")
  var noClobber = false

  @Flag(help: "Replace files that Reel did not make.")
  var force = false

  /// What the output may replace.
  var policy: ReplacementPolicy { noClobber ? .never : force ? .always : .named }

  mutating func validate() throws {
    if noClobber, force {
      throw ValidationError("--no-clobber and --force contradict each other: give only one")
    }
  }
}
