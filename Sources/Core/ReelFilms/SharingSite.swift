import ReelGeometry
import ReelVideo

/// A site for sharing films, and what it accepts.
///
/// The same table is in `docs/sharing.md`. Sites change their terms: these apply without a paid plan, as of `asOf`.
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
  /// YouTube's short vertical films.
  case shorts

  /// The month of the terms.
  public static let asOf = "2026-05"

  /// The terms of a site.
  public struct Terms: Hashable, Sendable {
    /// The size of a film that has no size of its own; nil for any.
    public var size: PixelSize?
    /// The accepted file endings, best first, without dots.
    public var endings: [String]
    /// The codecs that play for every viewer; others play for some viewers or for none.
    public var codecs: [VideoCodec]
    /// The maximum size of a file in bytes; nil if no film reaches the limit.
    public var byteLimit: Int?
    /// The maximum length of a film, in seconds; nil for any.
    public var longest: Double?
    /// Whether a film must not be wider than high.
    public var isUpright = false
    /// The part of a frame of `size` that the site's buttons and texts leave uncovered; nil for all of it.
    public var safeArea: Rect?
  }

  /// The site's terms as of `asOf`.
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

  /// The site's name as people write it.
  public var name: String {
    switch self {
    case .github: "GitHub"
    case .slack: "Slack"
    case .discord: "Discord"
    case .shorts: "YouTube Shorts"
    }
  }

  /// Checks a file to be shared.
  ///
  /// - Parameters:
  ///   - path: The file; its ending determines the format.
  ///   - encoding: The encoding if the file is a movie.
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
    // Shorts re-encodes every film; elsewhere browsers play the file itself.
    guard self != .shorts, let format = encoding.pixelFormat, format != .yuv420p else { return }
    throw refusal(
      "pixel format", format.rawValue,
      "browsers do not play \(format.rawValue) on \(self.name): leave out --pixel-format, or choose yuv420p")
  }

  /// Checks the frames of a film to be shared.
  ///
  /// - Parameters:
  ///   - size: The size of the frames.
  ///   - seconds: The length of the film; nil if it is not known yet.
  /// - Throws: `InvalidValue` for a shape or a length that the site refuses.
  public func check(size: PixelSize, seconds: Double?) throws(InvalidValue) {
    if terms.isUpright, size.width > size.height {
      throw refusal(
        "size", "\(size)",
        "\(name) accepts films at least as high as wide, but this one is \(size): choose the size story (1080x1920)"
      )
    }
    if let longest = terms.longest, let seconds, seconds > longest {
      throw refusal(
        "length", "\(seconds)",
        "\(name) accepts films of at most \(Int(clamping: longest)) s, but this one is longer: shorten it"
      )
    }
  }

  /// The endings as a list in words.
  private var known: String {
    let endings = terms.endings.map { $0 == "png" ? ".png (with --animated)" : ".\($0)" }
    return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
  }

  private func refusal(_ name: String, _ value: String, _ sentence: String) -> InvalidValue {
    InvalidValue(name, value, sentence: sentence)
  }
}
