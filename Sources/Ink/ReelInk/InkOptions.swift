/// Options for reading an ink file.
///
/// Each option applies to the formats that it names; other formats ignore it.
public struct InkOptions: Hashable, Sendable {
  /// The drawing to read, counted from 0.
  ///
  /// Quick, Draw!, UJI and Hanzi Writer files hold many drawings, notebooks have pages, and Excalidraw libraries have items. The default
  /// is the first, or the first page with ink. In UNIPEN files the index is that of a segment; the default is all ink.
  public var index: Int?
  /// The drawing of a Quick, Draw! file to read, by its `key_id`; takes precedence over `index`.
  public var keyID: String?
  /// The text to write with an SVG font.
  ///
  /// Several lines are laid out one below another.
  public var text: String?
  /// Whether the paths of an SVG file are drawn strokes rather than paths to trace.
  public var pathsAreStrokes: Bool
  /// Whether to flip the y axis, for files that do not follow their format's direction.
  public var isUpsideDown: Bool
  /// The maximum number of points of a file, including steps of paths.
  public var pointLimit: Int

  /// The default limit: enough for hours of writing, yet safe for memory.
  public static let defaultPointLimit = 2_000_000

  /// Creates options; the defaults read the first drawing of a file according to its format.
  public init(
    index: Int? = nil, keyID: String? = nil, text: String? = nil, pathsAreStrokes: Bool = false,
    isUpsideDown: Bool = false, pointLimit: Int = InkOptions.defaultPointLimit
  ) {
    self.index = index
    self.keyID = keyID
    self.text = text
    self.pathsAreStrokes = pathsAreStrokes
    self.isUpsideDown = isUpsideDown
    self.pointLimit = pointLimit
  }
}
