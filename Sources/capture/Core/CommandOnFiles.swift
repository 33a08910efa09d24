import ArgumentParser
import Reel

/// A command that declares the files it reads and writes; they are checked before it runs.
protocol CommandOnFiles: ParsableCommand {
  /// All files named by the arguments that a run reads and writes.
  var files: RunFiles { get throws }

  /// Whether a width is that of every output, and not only of animated pictures; false by default.
  static var scalesEveryOutput: Bool { get }
}

extension CommandOnFiles {
  static var scalesEveryOutput: Bool { false }
}
