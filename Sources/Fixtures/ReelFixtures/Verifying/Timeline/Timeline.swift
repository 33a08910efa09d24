/// The pictures of a movie, and what their marks and times reveal about its processing.
///
/// Add every picture in display order, then read `findings`. A picture takes 16 bytes, so an hour at 60 frames a second
/// takes less than 3.5 MB.
public struct Timeline: Sendable {
  /// A picture's time, and its frame number or a marker for the lack of one.
  struct Slot: Sendable {
    /// Whether it shows a frame of the clip, or why not.
    enum Kind: Sendable { case frame, unreadable, foreign, blended, torn }

    var time: Double
    var kind = Kind.frame
    /// The number of the frame; 0 for other kinds.
    var number: Int32 = 0
    var clip: Int32
    var isRead: Bool { kind == .frame }
  }

  /// The original clip.
  public var reference: TimelineReference
  private var seen: [Slot] = []
  /// The two frames of a blended or torn picture, by the picture's index.
  private(set) var pairs: [Int: (first: Int, second: Int)] = [:]

  /// Creates a timeline without pictures.
  public init(reference: TimelineReference) { self.reference = reference }

  /// Creates a timeline from pictures.
  public init(_ showings: some Sequence<Showing>, reference: TimelineReference) {
    self.reference = reference
    for showing in showings { append(showing) }
  }

  /// Adds the next picture.
  public mutating func append(_ showing: Showing) {
    switch showing.mark {
    case .frame(let number, let clip):
      seen.append(Slot(time: showing.time, number: Int32(clamping: max(0, number)), clip: Int32(clamping: clip)))
    case .blended(let first, let second, let clip):
      pairs[seen.count] = (first, second)
      seen.append(Slot(time: showing.time, kind: .blended, clip: Int32(clamping: clip)))
    case .torn(let first, let second, let clip):
      pairs[seen.count] = (first, second)
      seen.append(Slot(time: showing.time, kind: .torn, clip: Int32(clamping: clip)))
    case .unreadable:
      seen.append(Slot(time: showing.time, kind: .unreadable, clip: 0))
    }
  }

  /// The pictures, with those of other clips marked as foreign.
  var slots: [Slot] {
    let clip = reference.clip.map { Int32(clamping: $0) } ?? usualClip
    return seen.map { slot in
      slot.isRead && slot.clip != clip ? Slot(time: slot.time, kind: .foreign, clip: slot.clip) : slot
    }
  }

  /// The clip that most pictures belong to.
  private var usualClip: Int32? {
    var counts: [Int32: Int] = [:]
    for slot in seen where slot.isRead { counts[slot.clip, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// The showings, in order.
  var showings: [Showing] {
    seen.enumerated().map { index, slot in
      if slot.isRead { return Showing(Int(slot.number), of: Int(slot.clip), at: slot.time) }
      guard let pair = pairs[index] else { return Showing(time: slot.time, mark: .unreadable) }
      let clip = Int(slot.clip)
      return Showing(
        time: slot.time,
        mark: slot.kind == .torn
          ? .torn(pair.first, pair.second, clip: clip) : .blended(pair.first, pair.second, clip: clip))
    }
  }

  /// The last showing of a frame; nil if the last picture shows none.
  var last: Showing? {
    seen.last.flatMap { $0.isRead ? Showing(Int($0.number), of: Int($0.clip), at: $0.time) : nil }
  }

  /// The number of pictures.
  public var count: Int { seen.count }

  /// The number of pictures with a readable mark.
  public var readCount: Int { seen.reduce(0) { $0 + ($1.isRead ? 1 : 0) } }

  /// Everything that happened to the clip, one finding for each kind.
  public var findings: [Finding] {
    let slots = slots
    let rates = TimelineRates(slots: slots, reference: reference)
    let order = TimelineOrder(slots: slots, pairs: pairs, reference: reference, rates: rates)
    let timing = TimelineTiming(slots: slots, reference: reference, rates: rates, starts: order.starts)
    return (order.findings + timing.findings).sorted { Self.rank($0) < Self.rank($1) }
  }

  /// The time in seconds by which the first picture is held longer than others, if a container that cannot begin before
  /// 0 explains it; 0 if not.
  var firstStretch: Double {
    guard seen.count > 2, seen[0].isRead, seen[1].isRead, seen[1].number == seen[0].number + 1 else { return 0 }
    let stretch = seen[1].time - seen[0].time - 1 / rates.pictures
    return stretch > 0 && stretch <= reference.startAllowance + 1e-6 ? stretch : 0
  }

  /// The rates derived from the pictures.
  public var rates: TimelineRates { TimelineRates(slots: slots, reference: reference) }

  private static func rank(_ finding: Finding) -> Int {
    Finding.Kind.allCases.firstIndex(of: finding.kind) ?? 0
  }
}
