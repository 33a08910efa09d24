import ArgumentParser
import Reel

/// The existing files that a command may replace.
struct ReplacementOptions: ParsableArguments {
  @Flag(help: "Refuse to replace existing files.")
  var noClobber = false

  @Flag(help: "Replace files that Reel did not make.")
  var force = false

  /// The policy for existing files.
  var policy: ReplacementPolicy { noClobber ? .never : force ? .always : .named }

  mutating func validate() throws {
    if noClobber, force {
      throw ValidationError("--no-clobber and --force contradict each other: give only one")
    }
  }
}
