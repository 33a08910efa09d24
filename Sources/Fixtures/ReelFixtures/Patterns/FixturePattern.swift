/// The picture behind a fixture's marks.
///
/// All patterns except `snowflake` are drawn in integer arithmetic, without Cairo and without fonts. Their frames have
/// the same bytes on every machine and in every version.
public enum FixturePattern: String, CaseIterable, Codable, Hashable, Sendable {
  /// A dark background with a grid, the time in digits, and a bar that fills up.
  case counter
  /// Colour bars with levels 0 and 191 above a grey scale; a white line sweeps across.
  case bars
  /// Ramps of grey, red, green and blue that slide sideways.
  case gradient
  /// A drifting checkerboard in two greys, moving to the lower right.
  case checker
  /// Random grey pixels, new in every frame: the hardest content for a codec.
  case noise
  /// Discs and a bar that move at constant speeds over a still background.
  case motion
  /// The Koch snowflake growing through its levels.
  ///
  /// It is drawn with Cairo, so its pixels may differ between machines.
  case snowflake
  /// One colour, chosen by the seed, that never changes.
  case solid

  /// Whether raw frames have the same bytes on every machine.
  public var isPortable: Bool { self != .snowflake }
}
