import ArgumentParser
import Reel

/// A command that declares which files it reads and writes; they are checked before it runs.
protocol CommandOnFiles: ParsableCommand {
  /// All files that a run reads and writes and its arguments name.
  var files: RunFiles { get throws }
}
