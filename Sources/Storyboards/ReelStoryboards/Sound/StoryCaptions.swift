import ReelDescriptions
import ReelGeometry

/// How and in which languages a film shows captions.
public struct StoryCaptions: Hashable, Sendable {
  /// The form of captions.
  public enum Show: String, CaseIterable, Codable, Hashable, Sendable {
    /// In the pictures, where they cannot be turned off.
    case burned
    /// In a text track that the player shows.
    case track
    /// In both. The track in the burned language makes the film searchable.
    case both
  }

  /// The place of captions on the page.
  public enum Place: String, CaseIterable, Codable, Hashable, Sendable {
    /// At the bottom of the page, over the scene.
    case bottom
    /// At the top of the page, over the scene.
    case top
    /// In the middle of the page, over the scene.
    case middle
    /// On a strip below the scene, which takes the rest of the page.
    case below
    /// On a strip above the scene, which takes the rest of the page.
    case above

    /// Whether the scene makes room for captions.
    var takesRoom: Bool { self == .below || self == .above }
  }

  /// The captions in a language, in film time.
  struct Language: Hashable, Sendable {
    /// The language as a BCP 47 tag.
    var language: String
    var texts: [TimedText]
  }

  /// The form of captions.
  public var show = Show.burned
  /// The default place of captions.
  public var place = Place.bottom
  /// The style of captions, unless a scene has its own.
  public var style = StoryTextStyle()
  /// The colours of the film, which strips beside its scenes have; nil for dark ones.
  var colors: StoryColors?
  /// The language of the scenes' captions, as a BCP 47 tag.
  public var language = "und"
  /// Captions from files.
  ///
  /// Burned captions are those of scenes and of `language`, or else of the first language.
  var languages: [Language] = []

  /// Creates captions that are burned into the pictures.
  public init() {}

  /// Whether a language is written from right to left.
  static func isRightToLeft(_ language: String) -> Bool {
    let parts = language.lowercased().split(separator: "-")
    let scripts: Set<Substring> = ["arab", "hebr", "thaa", "syrc", "nkoo", "adlm", "mand"]
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) { return scripts.contains(script) }
    return ["ar", "he", "iw", "fa", "ur", "yi", "ps", "sd", "ug", "dv", "ckb", "ku", "syr", "nqo"]
      .contains(parts.first ?? "")
  }

  /// Whether a text can be a language tag: letters, digits and hyphens, as in `en` or `de-AT`.
  static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...3).contains(first.count), text.utf8.count <= 35 else { return false }
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
  }
}
