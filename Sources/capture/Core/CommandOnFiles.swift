import ArgumentParser
import Reel

/// A command that declares the files it reads and writes; they are checked before it runs.
protocol CommandOnFiles: ParsableCommand {
  /// All files named by the arguments that a run reads and writes.
  var files: RunFiles { get throws }
}
