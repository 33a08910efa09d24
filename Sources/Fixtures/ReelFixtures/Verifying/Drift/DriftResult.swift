import ReelGeometry

/// The result of checking a movie against its recipe.
public struct DriftResult: Hashable, Sendable {
  /// The similarity of a picture to its drawing.
  enum Likeness {
    case otherSize(PixelSize)
    case measured(psnr: Double, chroma: Double?, tile: Double, isSame: Bool)
  }

  /// A picture worth reporting.
  public struct Frame: Hashable, Sendable, Encodable {
    /// Its number in the movie, from 0.
    public var number: Int
    /// The time at which the recipe shows it, in seconds.
    public var time: Double
    /// The PSNR of its luma in decibels; nil for an equal picture, whose PSNR is infinite, and for one of another size.
    public var psnr: Double?
    /// The difference, in words.
    public var reason: String

    private enum CodingKeys: String, CodingKey {
      case number = "frame"
      case time, psnr, reason
    }
  }

  /// The movie's path as the user gave it.
  public var file: String
  /// The number of pictures that the recipe draws.
  public var drawn: Int
  /// The number of pictures in the movie.
  public var pictures = 0
  /// The number of pictures that differ.
  public var differing = 0
  /// The first picture that differs; nil if none does.
  public var first: Frame?
  /// The picture with the lowest PSNR, whether it differs or not; nil if all are equal.
  public var worst: Frame?
  /// The number of errors in the file and its decoding.
  public var errors = 0

  init(file: String, drawn: Int) {
    self.file = file
    self.drawn = drawn
  }

  /// Whether the movie is still what its recipe draws.
  public var isSame: Bool { differing == 0 && pictures == drawn && errors == 0 }

  mutating func add(_ likeness: Likeness, number: Int, time: Double, isLate: Bool) throws {
    var frame = Frame(number: number, time: time, psnr: nil, reason: "")
    var isDifferent = isLate
    switch likeness {
    case .otherSize(let size):
      frame.reason = "its size is \(size)"
      isDifferent = true
    case .measured(let psnr, let chroma, let tile, let isSame):
      frame.psnr = psnr.finite
      frame.reason = "PSNR \(Self.decibels(psnr)), \(Self.decibels(tile)) in the worst 16×16 pixels"
      if let chroma { frame.reason += ", \(Self.decibels(chroma)) in chroma" }
      isDifferent = isDifferent || !isSame
      if psnr.isFinite, psnr < worst?.psnr ?? .infinity { worst = frame }
    }
    if isLate {
      frame.reason += frame.reason.isEmpty ? "it is shown at a different time" : ", shown at a different time"
    }
    guard isDifferent else { return }
    differing += 1
    first = first ?? frame
  }

  private static func decibels(_ value: Double) -> String {
    value.isFinite ? "\(decimal(value, places: 1)) dB" : "infinite"
  }

  /// The result for people, in one to four lines.
  public var text: String {
    func label(_ frame: Frame) -> String { "frame \(frame.number) (\(Finding.seconds(frame.time)))" }
    var lines: [String] = []
    if isSame {
      lines.append("\(file): \(pictures) pictures, none differs from its recipe")
    } else {
      lines.append("\(file): \(differing) of \(pictures) pictures differ from the recipe")
      if pictures != drawn { lines.append("  the recipe has \(drawn) pictures, but the movie has \(pictures)") }
      if errors > 0 { lines.append("  damaged data \(errors == 1 ? "once" : "\(errors) times")") }
      if let first { lines.append("  first  \(label(first)): \(first.reason)") }
    }
    if let worst { lines.append("  worst  \(label(worst)): \(worst.reason)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension DriftResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case file, drawn, pictures, differing, errors, same, first, worst
  }

  /// Encodes the result for programs.
  ///
  /// A missing PSNR is infinite, or that of a picture of another size.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(file, forKey: .file)
    try container.encode(drawn, forKey: .drawn)
    try container.encode(pictures, forKey: .pictures)
    try container.encode(differing, forKey: .differing)
    try container.encode(errors, forKey: .errors)
    try container.encode(isSame, forKey: .same)
    try container.encodeIfPresent(first, forKey: .first)
    try container.encodeIfPresent(worst, forKey: .worst)
  }
}
