import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTiming

/// What a film shows, as a value: alone or together with others.
///
/// A scene installs layers below any layer, in that layer's local time, which begins at 0. What they show is a pure function of the
/// scene and that time: any frame can be drawn first, without those before it, with the same pixels.
///
///     struct Title: Scene {
///       var text: String
///
///       func install(on layer: SceneLayer) {
///         let title = TextLayer(text, font: Font(size: 48), color: .white)
///         title.frame = layer.bounds
///         layer.addSublayer(title)
///         title.opacity = 0
///         Transaction.animate(duration: 1, delay: 0.5) { title.opacity = 1 }
///       }
///     }
///
/// Animate layers with `Transaction`, whose delays count from the scene's beginning, with `Layer.at(_:_:)`, or with a layer
/// subclass that overrides `Layer.update(at:)`. `SceneSource` makes a film of a scene; `Layer.addScene(_:in:at:for:)` puts it into
/// another.
public protocol Scene: Codable, Sendable {
  /// How long the scene lasts by itself, in seconds; nil, the default, if it fills any duration.
  var intrinsicDuration: Double? { get }

  /// Whether a frame may equal the one before; true by default.
  ///
  /// It determines how a film of this scene alone is encoded: see `FrameSource.mayHoldStill`.
  var mayHoldStill: Bool { get }

  /// The fonts of the text that the scene draws, of any size; by default none.
  ///
  /// A description records the font files that its film was drawn with.
  var fonts: [Font] { get }

  /// The paths of the files that the scene reads while it is drawn; by default none.
  ///
  /// No output of the film may replace them. A description names them and does not hold them: whoever divides a film among machines has
  /// to compare them.
  var files: [String] { get }

  /// Whether what is behind it may be seen, so that an output has to keep transparency. False unless a scene says otherwise.
  var isTransparent: Bool { get }

  /// How many frames show all of the scene, where that is more than a matter of seconds; nil, as here, if it is not.
  ///
  /// A scene that has to show its finished picture in the last frame may need a frame more than its seconds make.
  func frameCount(at rate: FrameRate) -> Int?

  /// Installs the layers of the scene below a layer that is on a stage and has the size of the scene.
  ///
  /// - Throws: Anything, such as `InvalidValue` for a number out of range.
  func install(on layer: SceneLayer) throws
}

extension Scene {
  /// Nil: the scene fills any duration.
  public var intrinsicDuration: Double? { nil }

  /// Nil: the number follows from its seconds.
  public func frameCount(at rate: FrameRate) -> Int? { nil }

  /// None.
  public var fonts: [Font] { [] }

  /// None.
  public var files: [String] { [] }

  /// True: the scene may hold still.
  public var mayHoldStill: Bool { true }

  /// A scene of which nothing is known covers its frame.
  public var isTransparent: Bool { false }
}
