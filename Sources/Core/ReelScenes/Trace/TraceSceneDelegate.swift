import ReelCanvas
import ReelTracing

/// Decides how traced lines look.
public protocol TraceSceneDelegate: AnyObject {
  /// Returns the colour of a line, or nil to leave it out.
  ///
  /// - Parameters:
  ///   - scene: the scene that asks.
  ///   - line: the line and its verdict.
  ///   - isComplete: whether everything has been traced at the time of the frame.
  ///   - themeColor: the theme's colour.
  func traceScene(_ scene: TraceScene, colorOf line: TracedLine, isComplete: Bool, themeColor: Color) -> Color?

  /// Draws a line itself; false leaves it to the scene.
  ///
  /// - Parameters:
  ///   - scene: the scene that asks.
  ///   - line: the line and its verdict.
  ///   - color: the colour from `traceScene(_:colorOf:isComplete:themeColor:)`.
  ///   - context: in the coordinates of the session.
  func traceScene(_ scene: TraceScene, draw line: TracedLine, color: Color, in context: GraphicsContext) -> Bool
}

extension TraceSceneDelegate {
  /// Keeps the theme's colour.
  public func traceScene(
    _ scene: TraceScene, colorOf line: TracedLine, isComplete: Bool, themeColor: Color
  ) -> Color? { themeColor }

  /// Leaves the drawing to the scene.
  public func traceScene(
    _ scene: TraceScene, draw line: TracedLine, color: Color, in context: GraphicsContext
  ) -> Bool { false }
}
