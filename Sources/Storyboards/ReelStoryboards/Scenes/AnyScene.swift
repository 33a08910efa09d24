import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelScenes
import ReelTiming

/// A scene without options, as part of a storyboard made in Swift.
///
/// A film with one can be recorded, but not written as JSON.
struct AnyScene: DescribedScene {
  static let kind = "scene"
  static let options: [DescriptionOption<Self>] = []

  private let scene: (any Scene)?

  init() { scene = nil }

  init(_ scene: any Scene) { self.scene = scene }

  var intrinsicDuration: Double? { scene?.intrinsicDuration }
  var mayHoldStill: Bool { scene?.mayHoldStill ?? true }
  var fonts: [Font] { scene?.fonts ?? [] }
  var files: [String] { scene?.files ?? [] }
  var isTransparent: Bool { scene?.isTransparent ?? true }
  func frameCount(at rate: FrameRate) -> Int? { scene?.frameCount(at: rate) }

  func install(on layer: SceneLayer) throws { try scene?.install(on: layer) }
}

extension Scene {
  /// The scene as storyboards keep it.
  var described: any DescribedScene { self as? any DescribedScene ?? AnyScene(self) }
}
