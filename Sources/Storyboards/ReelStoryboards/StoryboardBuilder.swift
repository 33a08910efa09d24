import ReelScenes

/// Builds the scenes of a storyboard from a closure of scenes, items, and `if` and `for` with them.
@resultBuilder
public enum StoryboardBuilder {
  /// Wraps a scene in an item.
  public static func buildExpression(_ scene: some Scene) -> [StoryItem] { [StoryItem(scene)] }
  /// Returns an item unchanged.
  public static func buildExpression(_ item: StoryItem) -> [StoryItem] { [item] }
  /// Joins items in order.
  public static func buildBlock(_ items: [StoryItem]...) -> [StoryItem] { items.flatMap { $0 } }
  /// Returns the items of an `if`, or none.
  public static func buildOptional(_ items: [StoryItem]?) -> [StoryItem] { items ?? [] }
  /// Returns the items of the first branch.
  public static func buildEither(first items: [StoryItem]) -> [StoryItem] { items }
  /// Returns the items of the second branch.
  public static func buildEither(second items: [StoryItem]) -> [StoryItem] { items }
  /// Joins the items of a loop in order.
  public static func buildArray(_ items: [[StoryItem]]) -> [StoryItem] { items.flatMap { $0 } }
}

extension Storyboard {
  /// Creates a storyboard of 1280×720 pixels and 30 frames a second.
  ///
  /// - Parameter items: The scenes in order.
  public init(@StoryboardBuilder _ items: () -> [StoryItem]) { self.init(items()) }
}

extension StoryItem {
  /// Returns the item with a length.
  ///
  /// - Parameter seconds: The length, in seconds.
  public func lasting(_ seconds: Double) -> StoryItem { changed { $0.seconds = seconds } }

  /// Returns the item with a caption.
  ///
  /// - Parameter words: The caption.
  public func captioned(_ words: String) -> StoryItem { changed { $0.captions.append(StoryCaption(words)) } }

  /// Returns the item with a transition to the next one.
  ///
  /// - Parameter transition: The transition.
  public func leading(by transition: StoryTransition) -> StoryItem { changed { $0.transition = transition } }

  /// Returns the item with an overlay.
  ///
  /// - Parameter overlay: The overlay; its times count from the beginning of the scene.
  public func overlaid(by overlay: StoryOverlay) -> StoryItem { changed { $0.overlays.append(overlay) } }

  /// Returns the item with a name that times can refer to.
  ///
  /// - Parameter id: Letters, digits, hyphens and underscores.
  public func named(_ id: String) -> StoryItem { changed { $0.id = id } }

  private func changed(_ change: (inout StoryItem) -> Void) -> StoryItem {
    var item = self
    change(&item)
    return item
  }
}

extension Scene {
  /// Returns the scene as an item of a storyboard with a length.
  ///
  /// - Parameter seconds: The length, in seconds.
  public func lasting(_ seconds: Double) -> StoryItem { StoryItem(self).lasting(seconds) }

  /// Returns the scene as an item of a storyboard with a caption.
  ///
  /// - Parameter words: The caption.
  public func captioned(_ words: String) -> StoryItem { StoryItem(self).captioned(words) }

  /// Returns the scene as an item of a storyboard with a transition to the next one.
  ///
  /// - Parameter transition: The transition.
  public func leading(by transition: StoryTransition) -> StoryItem { StoryItem(self).leading(by: transition) }
}
