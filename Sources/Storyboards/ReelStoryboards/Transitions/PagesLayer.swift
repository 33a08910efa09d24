import ReelGeometry
import ReelLayers
import ReelScenes

/// The pages of a film, each at its time, and the transitions between them.
final class PagesLayer: Layer {
  private var pages: [(page: StoryFilm.Page, layer: PageLayer)] = []
  /// The transitions, by the index of the page they leave.
  private var transitions: [Int: TransitionLayer] = [:]

  /// Installs the pages above a layer's other sublayers.
  init(_ pages: [StoryFilm.Page], _ setting: OverlaySetting, in layer: Layer) throws {
    super.init(frame: layer.bounds)
    layer.addSublayer(self)
    for page in pages { self.pages.append((page, try PageLayer(page, setting, in: self))) }
    for (index, next) in pages.indices.dropFirst().enumerated() where pages[index].transition.overlap > 0 {
      let transition = TransitionLayer(from: pages[index], to: pages[next], setting, frame: bounds)
      addSublayer(transition)
      transitions[index] = transition
    }
  }

  override func update(at time: Double) {
    for (index, (page, layer)) in pages.enumerated() {
      let isLast = index == pages.count - 1
      layer.isHidden = time < page.start || !isLast && time >= page.end
    }
    for (index, transition) in transitions {
      transition.isHidden = time < pages[index + 1].page.start || time >= pages[index].page.end
      guard !transition.isHidden else {
        transition.forgetPictures()
        continue
      }
      transition.time = time
      // The transition shows both pages.
      pages[index].layer.isHidden = true
      pages[index + 1].layer.isHidden = true
    }
  }
}
