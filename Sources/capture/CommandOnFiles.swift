import ArgumentParser
import Reel

/// A command that tells which files it reads and writes; they are checked before it runs.
protocol CommandOnFiles: ParsableCommand {
  /// All files that a run reads and writes, as far as the arguments name them.
  var files: RunFiles { get throws }
}
