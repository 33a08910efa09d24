import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelLayers
import ReelScenes

/// A scene without an end: a square that drifts to the right.
struct Drift: DescribedScene, Hashable {
  static let kind = "drift"
  static let catalog = SceneCatalog.standard.adding(Drift.self)

  var factor = 2.0

  static let options = [
    DescriptionOption<Self>(
      "factor", "times", help: "How fast it drifts.",
      read: { $0.factor = try OptionText.number("drift factor", $1, 1...1000) }, write: { "\($0.factor)" })
  ]

  private final class Square: Layer {
    let factor: Double

    init(_ factor: Double) {
      self.factor = factor
      super.init(frame: Rect(x: 0, y: 0, width: 8, height: 8))
      backgroundColor = .red
    }

    override func update(at time: Double) { position.x = max(0, time) * factor }
  }

  func install(on layer: SceneLayer) { layer.addSublayer(Square(factor)) }
}
