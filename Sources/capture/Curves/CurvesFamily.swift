import Reel
import ReelCurves

extension Family {
  /// The zoom into the snowflake, curves of L-systems, and turtles of Logo programs.
  static var curves: Family {
    Family(
      commands: [ZoomCommand.self, CurveCommand.self, TurtleCommand.self],
      scenes: CurveScenes.all,
      files: [LogoFile.self])
  }
}

/// A Logo program.
enum LogoFile: FilmedFile {
  static var command: String? { nil }

  static func recognizes(_ path: String) -> Bool { path.lowercased().hasSuffix(".logo") }

  static func still(of path: String, _ options: StillCommand) async throws -> StillSource {
    try await options.source(ofFile: path, filmedBy: TurtleCommand.self)
  }
}
