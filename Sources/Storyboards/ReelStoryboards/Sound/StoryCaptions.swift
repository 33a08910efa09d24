import ReelDescriptions
import ReelGeometry

/// How what is said in a film is shown, and in which languages.
public struct StoryCaptions: Hashable, Sendable {
  /// Where captions are.
  public enum Show: String, CaseIterable, Codable, Hashable, Sendable {
    /// In the pictures, where nobody can turn them off.
    case burned
    /// In a track of text, for the player to show.
    case track
    /// In both; the track of their language is there for those who search it.
    case both
  }

  /// Where on the page captions stand.
  public enum Place: String, CaseIterable, Codable, Hashable, Sendable {
    /// At the foot of the page, above the scene.
    case bottom
    /// At the head of the page, above the scene.
    case top
    /// In the middle of the page, above the scene.
    case middle
    /// On a strip of their own below the scene, which takes the rest of the page.
    case below
    /// On a strip of their own above the scene, which takes the rest of the page.
    case above

    /// Whether the scene makes room for them.
    var takesRoom: Bool { self == .below || self == .above }
  }

  /// What is said in a language, with the times of the film.
  struct Language: Hashable, Sendable {
    /// As BCP 47 writes it.
    var language: String
    var texts: [TimedText]
  }

  /// Where captions are.
  public var show = Show.burned
  /// Where captions stand that do not say it themselves.
  public var place = Place.bottom
  /// What they look like, unless a scene has a style of its own.
  public var style = StoryTextStyle()
  /// The language of the captions of scenes, as BCP 47 writes it.
  public var language = "und"
  /// Captions from files; what is burned is those of scenes and of `language`, or else of the first one.
  var languages: [Language] = []

  /// Creates captions that are burned into the pictures.
  public init() {}

  /// Whether a language is written from the right to the left.
  static func isRightToLeft(_ language: String) -> Bool {
    let parts = language.lowercased().split(separator: "-")
    let scripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "mand"]
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) { return scripts.contains(script) }
    return ["ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "ku", "syr", "nqo"]
      .contains(parts.first ?? "")
  }

  /// Whether a text can be a language: letters, digits and hyphens, as in `en` or `de-AT`.
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), text.utf8.count <= 35 else { return false }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
  }
}
