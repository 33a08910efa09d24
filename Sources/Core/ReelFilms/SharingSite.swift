import ReelGeometry
import ReelVideo

/// A site on which films are shared, and what it takes.
///
/// The table is that of `docs/sharing.md`. Sites change their terms: what stands here was true on the day that `asOf` tells, without a
/// paid plan.
///
///     let terms = SharingSite.shorts.terms
///     film.size = terms.size ?? film.size
public enum SharingSite: String, CaseIterable, Hashable, Sendable {
  /// Comments, descriptions and README files on GitHub.
  case github
  /// Messages in Slack.
  case slack
  /// Messages in Discord.
  case discord
  /// YouTube's short upright films.
  case shorts

  /// The month of which the table tells.
  public static let asOf = "2026-05"

  /// What a site takes.
  public struct Terms: Hashable, Sendable {
    /// The size of a film that has none of its own; nil for any.
    public var size: PixelSize?
    /// The endings of files that it shows, the best first, without dots.
    public var endings: [String]
    /// The codecs that it shows; any other plays for some viewers or for none.
    public var codecs: [VideoCodec]
    /// The most bytes of a file; nil for more than any film has.
    public var byteLimit: Int?
    /// The longest film, in seconds; nil for any.
    public var longest: Double?
    /// Whether a film may not be wider than high.
    public var isUpright = false
    /// The part of a frame of `size` that its own buttons and texts leave uncovered; nil for all of it.
    public var safeArea: Rect?
  }

  /// What the site takes.
  public var terms: Terms {
    switch self {
    case .github:
      Terms(endings: ["gif", "mp4", "mov", "webm", "png"], codecs: [.h264, .vp9, .av1], byteLimit: 10_000_000)
    case .slack:
      Terms(endings: ["mp4", "mov", "webm", "gif"], codecs: [.h264, .vp9], byteLimit: 1_000_000_000)
    case .discord:
      Terms(endings: ["mp4", "mov", "webm", "gif", "webp"], codecs: [.h264, .vp9, .av1], byteLimit: 10_000_000)
    case .shorts:
      Terms(
        size: PixelSize(width: 1080, height: 1920), endings: ["mp4", "mov", "webm"],
        codecs: [.h264, .hevc, .vp9, .av1, .prores], longest: 180, isUpright: true,
        safeArea: Rect(x: 60, y: 285, width: 900, height: 1065))
    }
  }

  /// The name for people.
  public var name: String {
    switch self {
    case .github: "GitHub"
    case .slack: "Slack"
    case .discord: "Discord"
    case .shorts: "YouTube Shorts"
    }
  }

  /// Checks a file that is to be shared.
  ///
  /// - Parameters:
  ///   - path: the file; its ending tells the format.
  ///   - encoding: how it is encoded if it is a movie.
  /// - Throws: `InvalidValue` for a format, a codec or a pixel format that the site does not show.
  public func check(_ path: String, _ encoding: EncodingSettings) throws(InvalidValue) {
    let name = (path.split(separator: "/", omittingEmptySubsequences: false).last ?? "").lowercased()
    guard let ending = terms.endings.first(where: { name.hasSuffix(".\($0)") }), !name.contains("%") else {
      throw refusal(
        "output", path,
        "\(self.name) does not show \(path.namingInvisible(limit: InvalidValue.longestQuote)): name a file that ends in \(known)"
      )
    }
    guard let container = MediaContainer(rawValue: ending) else { return }
    let codec = encoding.codec ?? VideoCodec.usual(in: container)
    guard terms.codecs.contains(codec) else {
      throw refusal(
        "codec", codec.rawValue,
        "\(self.name) does not show \(codec.rawValue): leave out --codec, or choose "
          + terms.codecs.map(\.rawValue).joined(separator: ", "))
    }
    // Whatever comes is encoded anew for Shorts; elsewhere browsers play the file itself.
    guard self != .shorts, let format = encoding.pixelFormat, format != .yuv420p else { return }
    throw refusal(
      "pixel format", format.rawValue,
      "browsers do not play \(format.rawValue) on \(self.name): leave out --pixel-format, or choose yuv420p")
  }

  /// Checks the frames of a film that is to be shared.
  ///
  /// - Parameters:
  ///   - size: their size.
  ///   - seconds: the length of the film; nil where it is not known yet.
  /// - Throws: `InvalidValue` for a shape or a length that the site refuses.
  public func check(size: PixelSize, seconds: Double?) throws(InvalidValue) {
    if terms.isUpright, size.width > size.height {
      throw refusal(
        "size", "\(size)",
        "\(name) takes films that are at least as high as wide, and this one has \(size): choose the size story, which is 1080x1920"
      )
    }
    if let longest = terms.longest, let seconds, seconds > longest {
      throw refusal(
        "length", "\(seconds)",
        "\(name) takes films of at most \(Int(clamping: longest)) s, and this one is longer: make it shorter"
      )
    }
  }

  /// The endings as a list for people.
  private var known: String {
    let endings = terms.endings.map { $0 == "png" ? ".png (with --animated)" : ".\($0)" }
    return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
  }

  private func refusal(_ name: String, _ value: String, _ sentence: String) -> InvalidValue {
    InvalidValue(name, value, sentence: sentence)
  }
}
