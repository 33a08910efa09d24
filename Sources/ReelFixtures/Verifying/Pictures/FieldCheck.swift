import ReelVideo

/// Finds out what happened to the two fields of each frame: what the flags say of their order, and what the lines show.
struct FieldCheck: Sendable {
  /// How the clip was made.
  private let made: FieldOrder
  private var flags: [FieldOrder: Int] = [:]
  /// The pictures whose lines come in the order in which they were made, and in the other one.
  private var (kept, exchanged) = (0, 0)

  /// One order has to explain the picture so much better than the other.
  private static let clear = 0.6
  /// Fields that differ in fewer pixels tell nothing of their order.
  private static let minDifference = 40

  init(_ made: FieldOrder) { self.made = made }

  /// Whether there are two fields.
  var isNeeded: Bool { made != .progressive }

  /// Takes in what a picture says of itself.
  mutating func note(_ fields: FieldOrder) { flags[fields, default: 0] += 1 }

  /// Takes in the lines of a picture that was not scaled.
  ///
  /// - Parameters:
  ///   - seen: the picture.
  ///   - drawn: the frame as it was made.
  ///   - other: the frame with its fields exchanged.
  mutating func compare(_ seen: LumaPlane, _ drawn: LumaPlane, _ other: LumaPlane) {
    guard seen.size == drawn.size, drawn.size == other.size else { return }
    let difference = zip(drawn.bytes, other.bytes).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    guard difference >= Self.minDifference else { return }
    // A conversion from one order to the other moves the picture by a line.
    var found: [(isExchanged: Bool, error: Int)] = []
    for shift in -1...1 {
      for (isOther, plane) in [(false, drawn), (true, other)] {
        found.append((isOther != (shift != 0), Self.error(seen, plane, shift)))
      }
    }
    guard let best = found.min(by: { $0.error < $1.error }),
      let rival = found.filter({ $0.isExchanged != best.isExchanged }).map(\.error).min(),
      Double(best.error) < Self.clear * Double(rival)
    else { return }
    if best.isExchanged { exchanged += 1 } else { kept += 1 }
  }

  /// The sum of the differences between a picture and a plane that is moved down by some lines.
  private static func error(_ seen: LumaPlane, _ plane: LumaPlane, _ shift: Int) -> Int {
    let (width, height) = (seen.size.width, seen.size.height)
    var sum = 0
    for line in max(0, shift)..<min(height, height + shift) {
      let (a, b) = (line * width, (line - shift) * width)
      for x in 0..<width { sum += abs(Int(seen.bytes[a + x]) - Int(plane.bytes[b + x])) }
    }
    return sum
  }

  /// The pictures that are not as they were made, with what is wrong in words; nil where nothing is.
  var fault: (count: Int, words: String)? {
    guard isNeeded, let (said, count) = flags.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) })
    else { return nil }
    if said == .progressive { return (count, "progressive instead of \(made.words)") }
    guard kept + exchanged > 0 else {
      return said == made ? nil : (count, "\(said.words) by its flags, made as \(made.words)")
    }
    let shown = exchanged > kept ? made.exchanged : made
    if shown != said { return (count, "\(said.words) by its flags, \(shown.words) by its lines") }
    return said == made ? nil : (count, "converted to \(said.words)")
  }
}
