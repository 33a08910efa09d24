import ReelVideo

/// Determines what happened to the two fields of each frame, from the flags of their order and from the lines.
struct FieldCheck: Sendable {
  /// The field order the clip was made with.
  private let made: FieldOrder
  private var flags: [FieldOrder: Int] = [:]
  /// The numbers of pictures whose lines are in the original order and in the opposite order.
  private var (kept, exchanged) = (0, 0)
  /// The last picture made of one field.
  private var bobbed: (number: Int, isSecond: Bool?)?
  /// The numbers of frames whose fields are shown one after the other, in their order and exchanged.
  private var pairs = (kept: 0, exchanged: 0)
  /// The number of pictures in which each even line is exchanged with the odd line below it.
  private(set) var swapped = 0

  /// The maximum ratio of errors at which one order clearly explains the picture better.
  private static let clear = 0.6
  /// The same for a run of pixels in exchanged lines; the length of a run; and the minimum error in levels of a run
  /// that counts.
  private static let clearLines = 0.4
  private static let run = 16
  private static let minError = 6
  /// The minimum number of runs for a verdict on lines.
  private static let minRuns = 12
  /// The minimum number of pixels in which fields must differ for a verdict on their order.
  private static let minDifference = 40

  init(_ made: FieldOrder) { self.made = made }

  /// Whether the clip has two fields.
  var isNeeded: Bool { made != .progressive }

  /// Records the field order that a picture's flags declare.
  mutating func note(_ fields: FieldOrder) { flags[fields, default: 0] += 1 }

  /// Compares the lines of a picture that was not scaled.
  ///
  /// - Parameters:
  ///   - seen: The picture.
  ///   - drawn: The frame as it was made.
  ///   - other: The frame with its fields exchanged.
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

  /// Compares a picture that was made of one field with the lines of both, and counts pairs of pictures in which the
  /// second field comes first.
  ///
  /// - Parameters:
  ///   - seen: The picture.
  ///   - drawn: The frame as it was made.
  ///   - number: The frame's number.
  mutating func compareBobbed(_ seen: LumaPlane, _ drawn: LumaPlane, number: Int) {
    guard seen.size == drawn.size, isNeeded else { return }
    let (width, height) = (seen.size.width, seen.size.height)
    var errors = [0, 0]
    for y in stride(from: 0, to: height - 1, by: 4) {
      for line in y...y + 1 {
        errors[line & 1] += SquaredErrors.sum(seen, drawn, line: line, width: width)
      }
    }
    // Deinterlacers keep the lines of one field, and invent the others.
    let isSecond: Bool? =
      Double(errors[0]) < Self.clear * Double(errors[1])
      ? made == .bottomFirst : Double(errors[1]) < Self.clear * Double(errors[0]) ? made == .topFirst : nil
    defer { bobbed = (number, isSecond) }
    guard let isSecond, let bobbed, bobbed.number == number, let wasSecond = bobbed.isSecond, wasSecond != isSecond
    else { return }
    if isSecond { pairs.kept += 1 } else { pairs.exchanged += 1 }
  }

  /// The number of frames whose second field is shown first; 0 if most are right.
  var exchangedPairs: Int { pairs.exchanged > pairs.kept ? pairs.exchanged : 0 }

  /// Determines whether each even line of a picture is exchanged with the odd line below it.
  ///
  /// Short runs of pixels vote, so that a damaged part of the picture does not outweigh the rest.
  ///
  /// - Parameters:
  ///   - seen: The picture.
  ///   - drawn: The expected picture.
  mutating func compareLines(_ seen: LumaPlane, _ drawn: LumaPlane) -> Bool {
    // A picture that is already good needs no other order.
    guard seen.size == drawn.size, 4 * Self.error(seen, drawn, 0) > seen.size.area else { return false }
    let (width, height) = (seen.size.width, seen.size.height)
    // Even and odd lines are counted separately, because a picture that is off by one line would get votes from only
    // one kind.
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

  /// The sum of the differences between a picture and a plane that is shifted down by some lines.
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

  /// The number of faulty pictures and the fault in words; nil if there is none.
  var fault: (count: Int, words: String)? {
    if swapped > 0 {
      return (flags.values.reduce(0, +), "lines exchanged: each even line is in the place of the odd line below it")
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
