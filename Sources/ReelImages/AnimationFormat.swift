/// The formats of animated pictures.
public enum AnimationFormat: String, CaseIterable, Hashable, Sendable {
  /// GIF: a palette of up to 255 colours, delays of whole hundredths of a second; shown everywhere.
  case gif
  /// Animated PNG: every colour, exact delays, larger; programs that do not know it show the first picture.
  case apng
}
