/// What to take out of a file of ink, and how.
///
/// Each option applies to the formats that it names; others ignore it.
public struct InkOptions: Hashable, Sendable {
  /// Which drawing to take, counted from 0.
  ///
  /// Quick, Draw!, UJI and Hanzi Writer files hold many drawings, notebooks have pages, libraries of Excalidraw items; the default is the
  /// first, or the first page with ink. In UNIPEN files it is a segment; the default is all ink.
  public var index: Int?
  /// Which drawing of a Quick, Draw! file to take by its `key_id`; it comes before `index`.
  public var keyID: String?
  /// The text to write with an SVG font; several lines are laid out below each other.
  public var text: String?
  /// Whether the paths of an SVG file are strokes that somebody drew, and not what is to be traced.
  public var pathsAreStrokes: Bool
  /// Whether up and down are swapped, for files whose y axis is the opposite of their format's.
  public var isUpsideDown: Bool
  /// How many points, steps of paths included, a file may have.
  public var pointLimit: Int

  /// The default limit: hours of writing, without danger to memory.
  public static let defaultPointLimit = 2_000_000

  /// Creates options; the defaults read the first drawing of a file as its format says.
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
