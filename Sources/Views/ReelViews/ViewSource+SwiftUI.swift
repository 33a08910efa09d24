#if canImport(SwiftUI) && canImport(QuartzCore)
  import ReelCanvas
  import ReelRecording
  import SwiftUI

  extension ViewSource {
    /// Creates a source of a SwiftUI view, which need not be on screen.
    ///
    /// Frames are drawn with `ImageRenderer.render(rasterizationScale:renderer:)`. It draws what SwiftUI draws by itself: not web
    /// views, maps, video and other views of AppKit and UIKit. Implicit animations don't run; compute the state from the time.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels. The view is centred in a frame of this size.
    ///   - scale: The pixels per point.
    ///   - background: The colour under the view; `.clear` for a film with alpha.
    ///   - content: Makes the view of a time, in seconds from the beginning.
    @MainActor public init<Content: View>(
      width: Int, height: Int, scale: Double = 1, background: ReelCanvas.Color = .white,
      @ViewBuilder content: @escaping @MainActor (_ seconds: Double) -> Content
    ) {
      let (columns, rows) = (CGFloat(Double(width) / scale), CGFloat(Double(height) / scale))
      // One renderer for all frames keeps the state of the view.
      let renderer = ImageRenderer(content: content(0).frame(width: columns, height: rows))
      self.init(width: width, height: height, background: background) { bitmap, time in
        if time.index > 0 { renderer.content = content(time.seconds).frame(width: columns, height: rows) }
        try bitmap.drawWithCoreGraphics { context in
          context.scaleBy(x: CGFloat(scale), y: CGFloat(scale))
          renderer.render(rasterizationScale: CGFloat(scale)) { _, draw in draw(context) }
        }
      }
    }
  }
#endif
