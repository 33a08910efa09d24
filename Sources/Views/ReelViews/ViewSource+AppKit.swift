#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import ReelCanvas
  import ReelFiles
  import ReelPlatform
  import ReelRecording

  extension ViewSource {
    /// Creates a source of what a view and its subviews draw, at the moment of each frame.
    ///
    /// The view is drawn with `NSView.cacheDisplay(in:to:)`, in a window or without one. AppKit does not draw video and Metal
    /// that way, and shows the end of running layer animations; for their course, record the view's layer.
    ///
    /// - Parameters:
    ///   - view: The view, which the source keeps; its bounds must have the same size in every frame.
    ///   - scale: The pixels per point.
    ///   - background: The colour under the view, in place of the window's; `.clear` for a film with alpha.
    @MainActor public init(_ view: NSView, scale: Double = 1, background: ReelCanvas.Color = .white) {
      self.init(of: { view.bounds.size }, scale: scale, background: background) { context in
        guard let cache = view.bitmapImageRepForCachingDisplay(in: view.bounds) else {
          throw SystemError(ENOMEM, "bitmapImageRepForCachingDisplay")
        }
        view.cacheDisplay(in: view.bounds, to: cache)
        guard let image = cache.cgImage else { throw SystemError(ENOMEM, "NSBitmapImageRep.cgImage") }
        context.interpolationQuality = .high
        context.draw(image, in: CGRect(origin: .zero, size: view.bounds.size))
      }
    }
  }
#endif
