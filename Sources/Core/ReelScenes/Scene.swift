import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTiming

/// The content of a film as a value, shown alone or together with others.
///
/// A scene installs layers below any layer, in that layer's local time, which begins at 0. Its picture is a pure function of the scene
/// and that time: any frame can be drawn first, without those before it, with the same pixels.
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
/// Animate layers with `Transaction`, whose delays count from the scene's beginning, with `Layer.at(_:_:)`, or with a layer subclass that
/// overrides `Layer.update(at:)`. `SceneSource` makes a film of a scene; `Layer.addScene(_:in:at:for:)` adds it to another.
public protocol Scene: Codable, Sendable {
  /// The scene's own duration, in seconds; nil, the default, if it fills any duration.
  var intrinsicDuration: Double? { get }

  /// Whether a frame may equal the previous one; true by default.
  ///
  /// It determines how a film of this scene alone is encoded: see `FrameSource.mayHoldStill`.
  var mayHoldStill: Bool { get }

  /// The fonts of the scene's text, in any size; empty by default.
  ///
  /// A description records the font files that its film was drawn with.
  var fonts: [Font] { get }

  /// The paths of the files that the scene reads while it is drawn; empty by default.
  ///
  /// No output of the film may replace them. A description names these files and does not contain them, so a film divided among machines
  /// needs the same files on each.
  var files: [String] { get }

  /// Whether the background may show through, so that an output must keep transparency; false by default.
  var isTransparent: Bool { get }

  /// The number of frames that shows the whole scene, if it does not follow from the seconds alone; nil by default.
  ///
  /// A scene that must show its finished picture in the last frame may need one more frame than its seconds give.
  func frameCount(at rate: FrameRate) -> Int?

  /// Installs the scene's layers below a layer that is on a stage and has the scene's size.
  ///
  /// - Throws: Any error, such as `InvalidValue` for a number out of range.
  func install(on layer: SceneLayer) throws
}

extension Scene {
  /// The default, nil: the scene fills any duration.
  public var intrinsicDuration: Double? { nil }

  /// The default, nil: the number follows from the seconds.
  public func frameCount(at rate: FrameRate) -> Int? { nil }

  /// The default: no fonts.
  public var fonts: [Font] { [] }

  /// The default: no files.
  public var files: [String] { [] }

  /// The default, true: the scene may hold still.
  public var mayHoldStill: Bool { true }

  /// The default, false: the scene covers its frame.
  public var isTransparent: Bool { false }
}
