#if canImport(QuartzCore)
  import QuartzCore
  import ReelCanvas
  import ReelGeometry
  import ReelRecording

  extension ViewSource {
    /// Creates a source of what a layer shows, at the moment of each frame.
    ///
    /// The layer is drawn with `CALayer.render(in:)`, in the state of its running animations. Its own transform, opacity and
    /// position don't count. Core Animation does not draw filters, 3D transforms, video and Metal that way.
    ///
    /// - Parameters:
    ///   - layer: The layer, which the source keeps; its bounds must have the same size in every frame.
    ///   - scale: The pixels per point.
    ///   - background: The colour under the layer; `.clear` for a film with alpha.
    @MainActor public init(_ layer: CALayer, scale: Double = 1, background: Color = .white) {
      self.init(of: { layer.bounds.size }, scale: scale, background: background) { context in
        if layer.growsDownwards { context.flip(height: layer.bounds.height) }
        let shown = layer.presentation() ?? layer
        context.translateBy(x: -shown.bounds.minX, y: -shown.bounds.minY)
        shown.render(in: context)
      }
    }

    /// Creates a source of drawings with Core Graphics.
    ///
    /// - Parameters:
    ///   - extent: The present size, in points.
    ///   - scale: The pixels per point.
    ///   - background: The colour under the drawing.
    ///   - draw: Draws into a context whose unit is a point; y grows upwards from the bottom left.
    @MainActor init(
      of extent: @escaping @MainActor () -> CGSize, scale: Double, background: Color,
      draw: @escaping @MainActor (CGContext) throws -> Void
    ) {
      let size = extent().pixels(scale)
      self.init(width: size.width, height: size.height, background: background) { bitmap, _ in
        let now = extent().pixels(scale)
        guard now == size else {
          throw InvalidValue("size of the view", now, expected: "\(size), as when the recording began")
        }
        try bitmap.drawWithCoreGraphics { context in
          context.scaleBy(x: CGFloat(scale), y: CGFloat(scale))
          try draw(context)
        }
      }
    }
  }

  extension CALayer {
    /// Whether y grows downwards in the layer: always on iOS, on macOS if the layer or its superlayers are flipped.
    fileprivate var growsDownwards: Bool {
      #if canImport(AppKit) && !targetEnvironment(macCatalyst)
        contentsAreFlipped()
      #else
        true
      #endif
    }
  }

  extension CGSize {
    /// The size in whole pixels.
    fileprivate func pixels(_ scale: Double) -> PixelSize {
      PixelSize(
        width: Int(clamping: (Double(width) * scale).rounded()),
        height: Int(clamping: (Double(height) * scale).rounded()))
    }
  }

  extension CGContext {
    /// Makes y grow downwards from the top.
    func flip(height: CGFloat) {
      translateBy(x: 0, y: height)
      scaleBy(x: 1, y: -1)
    }
  }
#endif
