#if canImport(UIKit) && !os(watchOS)
  import ReelCanvas
  import ReelRecording
  import UIKit

  extension ViewSource {
    /// Creates a source of what a view and its subviews show, at the moment of each frame.
    ///
    /// A view in a window is drawn with `UIView.drawHierarchy(in:afterScreenUpdates:)`, as it is on screen. A view without one
    /// is drawn with `CALayer.render(in:)`.
    ///
    /// - Parameters:
    ///   - view: The view, which the source keeps; its bounds must have the same size in every frame.
    ///   - scale: The pixels per point.
    ///   - background: The colour under the view; `.clear` for a film with alpha.
    @MainActor public init(_ view: UIView, scale: Double = 1, background: ReelCanvas.Color = .white) {
      self.init(of: { view.bounds.size }, scale: scale, background: background) { context in
        context.flip(height: view.bounds.height)
        context.translateBy(x: -view.bounds.minX, y: -view.bounds.minY)
        guard view.window != nil else { return view.layer.render(in: context) }
        UIGraphicsPushContext(context)
        defer { UIGraphicsPopContext() }
        // It returns false if a view has not been on screen yet; the others are drawn.
        _ = view.drawHierarchy(in: view.bounds, afterScreenUpdates: false)
      }
    }
  }
#endif
