extension Storyboard {
  /// The text of a small sample storyboard.
  public static let example = """
    # A film: scenes one after another. capture play --dry-run shows when each begins and ends.
    film: {size: 1080p, fps: 30, theme: night}
    captions: {place: below}
    vars: {name: My film}
    scenes:
      - title: {text: "${name}", subtitle: A subtitle}
        transition: dissolve
      - text:
          heading: What it is about
          points: [One thing, Another thing, And a third]
          reveal: points
        seconds: 6
        transition: {kind: page-curl, seconds: 1}
      - snowflake: {levels: 0...4}
        seconds: 6
        chapter: The flake grows
        caption: {text: Words below a scene, from: 1 s}
    overlays:
      - progress:

    """
}
