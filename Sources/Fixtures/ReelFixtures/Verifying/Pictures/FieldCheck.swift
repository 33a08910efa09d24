import ReelVideo

/// Finds out what happened to the two fields of each frame: what the flags say of their order, and what the lines show.
struct FieldCheck: Sendable {
  /// How the clip was made.
  private let made: FieldOrder
  private var flags: [FieldOrder: Int] = [:]
  /// The pictures whose lines come in the order in which they were made, and in the other one.
  private var (kept, exchanged) = (0, 0)
  /// The pictures whose lines stand one for the other: each even one for the odd one below it.
  private(set) var swapped = 0

  /// One order has to explain the picture so much better than the other.
  private static let clear = 0.6
  /// The same for a run of pixels of lines that are exchanged, its length, and the levels by which a run is wrong that says something.
  private static let clearLines = 0.4
  private static let run = 16
  private static let minError = 6
  /// Fewer runs tell nothing of lines.
  private static let minRuns = 12
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

  /// Finds out whether each even line of a picture stands where the odd one below it belongs, and that one where it belongs.
  ///
  /// Short runs of pixels vote, so that a spoiled part of the picture does not outweigh all else.
  ///
  /// - Parameters:
  ///   - seen: the picture.
  ///   - drawn: what it should be.
  mutating func compareLines(_ seen: LumaPlane, _ drawn: LumaPlane) -> Bool {
    // A picture that is good as it is needs no other order.
    guard seen.size == drawn.size, 4 * Self.error(seen, drawn, 0) > seen.size.area else { return false }
    let (width, height) = (seen.size.width, seen.size.height)
    // For even lines and for odd ones, as those of a picture that is a line off would vote with one kind alone.
    var (straight, crossed) = ([0, 0], [0, 0])
    seen.bytes.withUnsafeBufferPointer { seen in
      drawn.bytes.withUnsafeBufferPointer { drawn in
        for y in 0..<height & ~1 {
          for x in stride(from: 0, through: width - Self.run, by: Self.run) {
            let (here, there) = (y * width + x, (y ^ 1) * width + x)
            var (kept, exchanged) = (0, 0)
            for index in 0..<Self.run {
              kept += abs(Int(seen[here + index]) - Int(drawn[here + index]))
              exchanged += abs(Int(seen[there + index]) - Int(drawn[here + index]))
            }
            guard max(kept, exchanged) >= Self.run * Self.minError else { continue }
            if Double(exchanged) < Self.clearLines * Double(kept) { crossed[y & 1] += 1 }
            if Double(kept) < Self.clearLines * Double(exchanged) { straight[y & 1] += 1 }
          }
        }
      }
    }
    guard (0...1).allSatisfy({ crossed[$0] >= Self.minRuns && crossed[$0] > 4 * straight[$0] }) else { return false }
    swapped += 1
    return true
  }

  /// The sum of the differences between a picture and a plane that is moved down by some lines.
  private static func error(_ seen: LumaPlane, _ plane: LumaPlane, _ shift: Int) -> Int {
    let (width, height) = (seen.size.width, seen.size.height)
    var sum = 0
    for line in max(0, shift)..<min(height, height + shift) {
      let (a, b) = (line * width, (line - shift) * width)
      seen.bytes.withUnsafeBufferPointer { seen in
        plane.bytes.withUnsafeBufferPointer { plane in
          for x in 0..<width { sum += abs(Int(seen[a + x]) - Int(plane[b + x])) }
        }
      }
    }
    return sum
  }

  /// The pictures that are not as they were made, with what is wrong in words; nil where nothing is.
  var fault: (count: Int, words: String)? {
    if swapped > 0 {
      return (flags.values.reduce(0, +), "lines exchanged: each even one stands where the odd one below it belongs")
    }
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

extension LumaPlane {
  /// The picture with each even line and the odd one below it exchanged.
  var exchangingLines: LumaPlane {
    var result = self
    let width = size.width
    for y in stride(from: 0, to: size.height - 1, by: 2) {
      let (even, odd) = (y * width..<(y + 1) * width, (y + 1) * width..<(y + 2) * width)
      result.bytes.replaceSubrange(even, with: bytes[odd])
      result.bytes.replaceSubrange(odd, with: bytes[even])
    }
    return result
  }
}
