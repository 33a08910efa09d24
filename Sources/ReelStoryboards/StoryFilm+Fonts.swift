import ReelCanvas
import ReelScenes

extension StoryFilm {
  /// The fonts of all scenes, captions and overlays.
  public var fonts: [Font] {
    pages.flatMap(\.parts).flatMap(\.scene.scene.fonts)
      + (captions.isEmpty ? [] : [Font(size: 16, weight: .medium)])
      + (overlays.contains { $0.look.kind.isText } ? [Font(size: 16, weight: .medium)] : [])
  }
}

extension StoryOverlay.Kind {
  /// Whether it shows words or numbers.
  fileprivate var isText: Bool {
    switch self {
    case .text, .date, .time, .frame: true
    case .progress, .image: false
    }
  }
}

extension TitleScene {
  /// Bold, and for a second line regular letters.
  public var fonts: [Font] {
    [Font(size: 16, weight: .bold)] + (subtitle.isEmpty ? [] : [Font(size: 16)])
  }
}

extension TextScene {
  /// Those of the text, and bold ones for a heading.
  public var fonts: [Font] {
    [Font(font, size: 16)] + (heading.isEmpty ? [] : [Font(font, size: 16, weight: .bold)])
  }
}

extension TableScene {
  /// Regular letters, and bold ones for what the columns hold.
  public var fonts: [Font] { [Font(size: 16)] + (hasHeader ? [Font(size: 16, weight: .bold)] : []) }
}

extension ClockScene {
  /// Those of the hours.
  public var fonts: [Font] { [Font(size: 16, weight: .medium)] }
}
