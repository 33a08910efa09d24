/// What to take out of a file of ink, and how.
///
/// Each option matters to the formats that it names; the others pass over it.
public struct InkOptions: Hashable, Sendable {
  /// Which drawing to take, counted from 0.
  ///
  /// Quick, Draw!, UJI and Hanzi Writer files hold many, notebooks have pages, libraries of Excalidraw items; without a choice it is the
  /// first, of pages the first with ink. In UNIPEN files it is a segment; without a choice all ink is taken.
  public var index: Int?
  /// Which drawing of a Quick, Draw! file to take by its `key_id`; it comes before `index`.
  public var keyID: String?
  /// The text that an SVG font is to write; several lines are set below each other.
  public var text: String?
  /// Whether the paths of an SVG file are strokes that somebody drew, and not what is to be traced.
  public var pathsAreStrokes: Bool
  /// Whether up and down are swapped, for files whose y axis goes the other way than their format says.
  public var isUpsideDown: Bool
  /// How many points, steps of paths included, a file may have.
  public var pointLimit: Int

  /// The number of points allowed unless told otherwise: hours of writing, and no danger to memory.
  public static let defaultPointLimit = 2_000_000

  /// Creates options; without any, the first drawing of a file is read as its format says.
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
