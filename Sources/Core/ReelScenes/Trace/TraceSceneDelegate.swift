import ReelCanvas
import ReelGeometry
import ReelTracing

/// Decides how traced lines look.
public protocol TraceSceneDelegate: AnyObject {
  /// Returns the colour of a line, or nil to omit it.
  ///
  /// - Parameters:
  ///   - scene: the calling scene.
  ///   - line: the line and its verdict.
  ///   - isComplete: whether everything has been traced at the frame's time.
  ///   - themeColor: the theme's colour.
  func traceScene(_ scene: TraceScene, colorOf line: TracedLine, isComplete: Bool, themeColor: Color) -> Color?

  /// Draws a line, or returns false to leave it to the scene.
  ///
  /// - Parameters:
  ///   - scene: the calling scene.
  ///   - line: the line and its verdict.
  ///   - color: the colour from `traceScene(_:colorOf:isComplete:themeColor:)`.
  ///   - context: a context in the session's coordinates.
  func traceScene(_ scene: TraceScene, draw line: TracedLine, color: Color, in context: GraphicsContext) -> Bool

  /// Draws an expected path, or returns false to leave it to the scene.
  ///
  /// - Parameters:
  ///   - scene: the calling scene.
  ///   - path: the path, in the session's coordinates.
  ///   - index: its index in the session.
  ///   - context: a context in the session's coordinates.
  func traceScene(_ scene: TraceScene, drawExpected path: Path, index: Int, in context: GraphicsContext) -> Bool
}

extension TraceSceneDelegate {
  /// The default implementation keeps the theme's colour.
  public func traceScene(
    _ scene: TraceScene, colorOf line: TracedLine, isComplete: Bool, themeColor: Color
  ) -> Color? { themeColor }

  /// The default implementation leaves the drawing to the scene.
  public func traceScene(
    _ scene: TraceScene, draw line: TracedLine, color: Color, in context: GraphicsContext
  ) -> Bool { false }

  /// The default implementation leaves the drawing to the scene.
  public func traceScene(
    _ scene: TraceScene, drawExpected path: Path, index: Int, in context: GraphicsContext
  ) -> Bool { false }
}
