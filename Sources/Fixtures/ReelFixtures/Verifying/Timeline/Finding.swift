import ReelGeometry

/// One kind of event in a clip, with every run of frames it affects.
///
/// There is at most one finding of each kind, however often it happened, so the report of a long movie stays short.
public struct Finding: Hashable, Codable, Sendable {
  /// The kind of event.
  ///
  /// The raw values are keys in the command's JSON.
  public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
    /// Missing frames.
    case dropped
    /// Frames shown twice in a row.
    case duplicated
    /// Frames shown three times or more in a row.
    case frozen
    /// Frames that were shown before, shown again between others.
    case stale
    /// Frames shown out of order.
    case reordered
    /// The clip starts again, or returns to an earlier frame.
    case restarted
    /// Single frames shown after their time.
    case late
    /// Single frames shown before their time.
    case early
    /// Many frames shown a little before or after their time.
    case jitter
    /// A stretch of time without a new frame, after which everything is later.
    case gap
    /// A timestamp that goes back or comes too soon, after which everything is earlier.
    case jump
    /// Frames whose durations vary without a pattern.
    case variableRate
    /// All frames present, but at another constant rate.
    case retimed
    /// All frames later or earlier by the same time.
    ///
    /// It is not a difference, because some containers support no other start.
    case startOffset
    /// Pictures that are shown turned or mirrored.
    case orientation
    /// Frames of which a part is missing.
    case cropped
    /// Pictures that show more than the frame, or something else at its edges.
    case borders
    /// Frames that are shown too wide or too high.
    case aspect
    /// Single pictures in which the frame is in another place.
    case moved
    /// Black and white have other levels than drawn.
    case levels
    /// Colours differ from those drawn.
    case colors
    /// Colour tags that are lost or changed.
    case tags
    /// Pictures whose two fields are in another order or missing.
    case fields
    /// An alpha channel that is lost or changed.
    case alpha
    /// A timecode that is lost or changed.
    case timecode
    /// Pictures with a spoiled part.
    case spoiled
    /// Single pictures that are less sharp than the others.
    case blurred
    /// Pictures in which two frames are blended.
    case blended
    /// Pictures with the upper part of one frame and the lower part of another.
    case torn
    /// Pictures whose mark can't be read.
    case unreadable
    /// Pictures that show no frame of the reference.
    case unmatched
    /// Frames of the reference that look alike, so that it's unknown which of them are shown.
    ///
    /// It is not a difference.
    case indistinct
    /// Pictures with the mark of another clip.
    case foreign
    /// Data that the decoder could not use.
    case damaged
    /// Sound out of sync with its picture.
    case soundOffset
    /// Sound whose offset from the picture changes suddenly between two beeps.
    case soundJump
    /// Sound that drifts steadily away from its picture.
    case soundDrift
    /// Missing beeps.
    case silent
    /// Beeps that are far too faint.
    case faint
    /// Beeps whose wave is cut off at full scale.
    case clipped
    /// Channels of sound that are muted, exchanged, inverted or mixed.
    case channels
  }

  /// A run of frames.
  public struct Span: Hashable, Codable, Sendable {
    /// The first frame's number; for pictures without a readable mark, the index in the movie, from 0.
    public var first: Int
    /// The last frame's number: `first` for a single frame, or the other frame if two are in one picture.
    public var last: Int
    /// The time in the movie in seconds; nil if unknown.
    public var time: Double?
    /// The delay or the length of the gap in seconds; nil if it has no meaning.
    public var amount: Double?

    /// Creates a span.
    public init(_ first: Int, _ last: Int? = nil, time: Double? = nil, amount: Double? = nil) {
      self.first = first
      self.last = last ?? first
      self.time = time
      self.amount = amount
    }

    /// The number of frames.
    public var count: Int { last - first + 1 }
  }

  /// The kind of event.
  public var kind: Kind
  /// The number of frames, pictures or events.
  public var count: Int
  /// The number of frames, pictures or events that could be affected; nil if it has no meaning.
  public var total: Int?
  /// The spans, in order.
  public var spans: [Span]
  /// The rule that many spans follow, in words: `every second`.
  public var pattern: String?
  /// A remark in words: `30 → 24 frames a second`.
  public var note: String?

  /// Creates a finding.
  ///
  /// The default count is the number of frames in all spans.
  public init(
    _ kind: Kind, count: Int? = nil, total: Int? = nil, spans: [Span] = [], pattern: String? = nil, note: String? = nil
  ) {
    self.kind = kind
    self.count = count ?? spans.reduce(0) { $0 + $1.count }
    self.total = total
    self.spans = spans
    self.pattern = pattern
    self.note = note
  }
}

extension Finding: CustomStringConvertible {
  /// One line: `dropped 7 of 100 frames: 10 (0.333 s), 20–25 (0.667 s)`.
  public var description: String {
    var text = headline
    if let pattern { text += ", \(pattern)" }
    // A rule replaces the list of frames. If it has no cause, a few frames are listed too.
    let isListed =
      pattern == nil || note == nil && spans.count <= 8 && kind != .unreadable && kind != .unmatched || kind == .blended
      || kind == .torn
    if isListed, !spans.isEmpty, !list.isEmpty { text += ": \(list)" }
    if let note { text += " (\(note))" }
    return text
  }

  private var headline: String {
    let frames = "\(count)" + (total.map { " of \($0)" } ?? "") + (total ?? count == 1 ? " frame" : " frames")
    let pictures = "\(count)" + (total.map { " of \($0)" } ?? "") + (total ?? count == 1 ? " picture" : " pictures")
    return switch kind {
    case .dropped: "dropped \(frames)"
    case .duplicated: "duplicated \(frames)"
    case .frozen: "frozen on \(frames)"
    case .stale: "stale \(frames)"
    case .reordered: "reordered \(frames)"
    case .restarted: count == 1 ? "starts again" : "starts again \(count) times"
    case .late: "late \(frames)"
    case .early: "early \(frames)"
    case .jitter: "jitter on \(frames), up to \(Self.milliseconds(spans.first?.amount))"
    case .gap: count == 1 ? "gap" : "\(count) gaps"
    case .jump: count == 1 ? "timestamp jump" : "\(count) timestamp jumps"
    case .variableRate: "variable frame rate"
    case .retimed: "retimed"
    case .startOffset: "starts at \(Self.seconds(spans.first?.amount))"
    case .orientation: "turned \(pictures)"
    case .cropped: "cropped by \(count) \(count == 1 ? "pixel" : "pixels")"
    case .borders: "borders of \(count) \(count == 1 ? "pixel" : "pixels")"
    case .aspect: "aspect ratio changed"
    case .moved: "moved \(frames)"
    case .levels: "levels changed\(total == nil ? "" : " in \(pictures)")"
    case .blurred: "blurred \(pictures)"
    case .colors: "colours changed\(total == nil ? "" : " in \(pictures)")"
    case .tags: "colour tags changed"
    case .fields: "fields changed in \(pictures)"
    case .alpha: "alpha channel changed"
    case .timecode: "timecode changed"
    case .spoiled: "spoiled parts of \(frames)"
    case .blended: "two frames blended in \(pictures)"
    case .torn: "torn \(pictures)"
    case .unreadable: "unreadable mark in \(pictures)"
    case .unmatched: "not in the reference: \(pictures)"
    case .indistinct: "cannot tell \(frames) from their neighbours"
    case .foreign: "mark of another clip in \(pictures)"
    case .damaged: "damaged data \(count == 1 ? "once" : "\(count) times")"
    case .soundOffset:
      "sound \(Self.milliseconds((spans.first?.amount).map(abs))) too "
        + ((spans.first?.amount ?? 0) < 0 ? "early" : "late")
    case .soundJump: count == 1 ? "sound jumps" : "sound jumps \(count) times"
    case .soundDrift: "sound drifts by \(Self.milliseconds(spans.first?.amount))"
    case .silent: "sound missing " + (total.map { "at \(count) of \($0) beeps" } ?? "for \(count) s")
    case .faint: "sound too faint" + (total.map { " at \(count) of \($0) beeps" } ?? "")
    case .channels: "channels of sound changed"
    case .clipped: "sound clipped at \(count) of \(total ?? count) beeps"
    }
  }

  /// The first spans, in words.
  private var list: String {
    switch kind {
    case .jitter, .retimed, .variableRate, .startOffset, .soundOffset, .soundDrift, .damaged:
      return ""
    default: break
    }
    let most = 8
    let named = spans.prefix(most).map(words).joined(separator: ", ")
    let isPairs = kind == .blended || kind == .torn
    let listed = isPairs ? min(most, spans.count) : spans.prefix(most).reduce(0) { $0 + $1.count }
    return count > listed && spans.count > most ? "\(named) … and \(count - listed) more" : named
  }

  private func words(_ span: Span) -> String {
    let frames = span.count == 1 ? "\(span.first)" : "\(span.first)–\(span.last)"
    let time = span.time.map { " (\(Self.seconds($0)))" } ?? ""
    return switch kind {
    case .gap: "\(Self.seconds(span.amount)) before frame \(span.first)\(time)"
    case .jump: "\(Self.seconds(span.amount)) at frame \(span.first)\(time)"
    case .soundJump: "\(Self.milliseconds(span.amount)) at beep \(span.first)\(time)"
    case .blended, .torn: "\(span.first)+\(span.last)\(time)"
    case .restarted: "with frame \(span.first)\(time)"
    case .late, .early: "\(frames) by \(Self.milliseconds(span.amount))\(time)"
    case .frozen: "\(frames) for \(Self.seconds(span.amount))\(time)"
    default: frames + time
    }
  }

  static func seconds(_ value: Double?) -> String { "\(decimal(value ?? 0, places: 3)) s" }
  static func milliseconds(_ value: Double?) -> String { "\(decimal((value ?? 0) * 1000, places: 1)) ms" }
}

/// Formats a number with a maximum number of decimals, without trailing zeros.
func decimal(_ value: Double, places: Int) -> String {
  var text = fixed(value, places)
  guard places > 0, value.isFinite, text.contains(".") else { return text }
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return text
}
