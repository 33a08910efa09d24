import Reel
import ReelCurves

extension Family {
  /// Curves of L-systems, and turtles of Logo programs.
  static var curves: Family {
    Family(commands: [CurveCommand.self, TurtleCommand.self], scenes: [CurveFilm.self, TurtleFilm.self])
  }
}
