/// What each picture of a movie shows, and what that says about the movie's processing.
///
/// Add every picture in display order, then read `findings`. A picture takes 24 bytes; an hour at 60 frames a second
/// is no more than 5.2 MB.
public struct Timeline: Sendable {
  /// A picture: its time, and the frame that it shows.
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
  /// The frames in pictures of two, by the index of the picture.
  private(set) var pairs: [Int: (first: Int, second: Int)] = [:]

  /// Creates a timeline without pictures.
  public init(reference: TimelineReference) { self.reference = reference }

  /// Creates the timeline of pictures.
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

  /// The pictures, those of other clips marked as foreign.
  var slots: [Slot] {
    let clip = reference.clip.map { Int32(clamping: $0) } ?? usualClip
    return seen.map { slot in
      slot.isRead && slot.clip != clip ? Slot(time: slot.time, kind: .foreign, clip: slot.clip) : slot
    }
  }

  /// The clip of most pictures.
  private var usualClip: Int32? {
    var counts: [Int32: Int] = [:]
    for slot in seen where slot.isRead { counts[slot.clip, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// What each picture shows, in order.
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

  /// The number of pictures.
  public var count: Int { seen.count }

  /// The number of pictures whose mark could be read.
  public var readCount: Int { seen.reduce(0) { $0 + ($1.isRead ? 1 : 0) } }

  /// Everything that was done to the clip, one finding for each kind.
  public var findings: [Finding] {
    let slots = slots
    let rates = TimelineRates(slots: slots, reference: reference)
    let order = TimelineOrder(slots: slots, pairs: pairs, reference: reference, rates: rates)
    let timing = TimelineTiming(slots: slots, reference: reference, rates: rates, starts: order.starts)
    return (order.findings + timing.findings).sorted { Self.rank($0) < Self.rank($1) }
  }

  /// The rates that follow from the pictures.
  public var rates: TimelineRates { TimelineRates(slots: slots, reference: reference) }

  private static func rank(_ finding: Finding) -> Int {
    Finding.Kind.allCases.firstIndex(of: finding.kind) ?? 0
  }
}
