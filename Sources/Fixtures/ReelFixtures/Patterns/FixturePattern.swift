/// What the frames of a fixture show behind their mark.
///
/// All but `snowflake` are drawn in integer arithmetic, without Cairo and without fonts: the frames are the same bytes on every
/// machine and with every version.
public enum FixturePattern: String, CaseIterable, Codable, Hashable, Sendable {
  /// A dark sheet with a grid, the time in digits and a bar that fills up.
  case counter
  /// Colour bars, their levels 0 and 191, over a grey scale; a white line sweeps across.
  case bars
  /// Ramps of grey, red, green and blue that slide sideways.
  case gradient
  /// Two greys in squares that drift towards the lower right.
  case checker
  /// Every pixel a random grey in every frame: the hardest content for a codec.
  case noise
  /// Discs and a bar that move at constant speeds over a still background.
  case motion
  /// The Koch snowflake growing through its levels. It is drawn with Cairo: its pixels are those of one machine.
  case snowflake
  /// One colour, chosen by the seed, that never changes.
  case solid

  /// Whether raw frames are the same bytes on every machine.
  public var isPortable: Bool { self != .snowflake }
}
