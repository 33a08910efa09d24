import ReelCanvas
import ReelScenes

extension StoryFilm {
  /// The fonts of all scenes, captions and overlays.
  public var fonts: [Font] {
    pages.flatMap(\.parts).flatMap(\.fonts)
      + Set(captions.map { $0.style ?? StoryTextStyle() }).map {
        $0.applied(to: Font(size: 16, weight: .medium), point: 1)
      }
      + overlays.flatMap { $0.scene?.scene.fonts ?? [] }
      + overlays.filter { $0.look.kind.isText }.map { $0.look.letters(16) }
  }
}

extension StoryFilm {
  /// The files that its scenes and overlays read while they are drawn.
  public var files: [String] {
    pages.flatMap(\.parts).flatMap(\.files) + overlays.flatMap { $0.scene?.scene.files ?? [] }
  }
}

extension StoryFilm.Part {
  /// The fonts of its scene, or of those that share it.
  fileprivate var fonts: [Font] { (scene?.scene.fonts ?? []) + (parts ?? []).flatMap(\.fonts) }

  /// The files of its scene, or of those that share it.
  fileprivate var files: [String] { (scene?.scene.files ?? []) + (parts ?? []).flatMap(\.files) }
}

extension StoryOverlay.Kind {
  /// Whether it shows words or numbers.
  fileprivate var isText: Bool {
    switch self {
    case .text, .date, .time, .frame: true
    case .progress, .image, .pointer, .scene: false
    }
  }
}

extension TitleScene {
  /// Bold, and for a second line regular letters.
  public var fonts: [Font] {
    [textFont(\.title, size: 16, weight: .bold, point: 1)]
      + (subtitle.isEmpty ? [] : [textFont(\.subtitle, size: 16, point: 1)])
  }
}

extension TextScene {
  /// Those of the text, and bold ones for a heading.
  public var fonts: [Font] {
    [letters(\.text)] + (heading.isEmpty ? [] : [letters(\.heading, weight: .bold)])
  }
}

extension TableScene {
  /// Regular letters, and bold ones for what the columns hold.
  public var fonts: [Font] {
    let body = textFont(\.table, size: 16, point: 1)
    var header = body
    header.weight = .bold
    return [body] + (hasHeader ? [header] : [])
  }
}

extension ClockScene {
  /// Those of the hours.
  public var fonts: [Font] { [Font(size: 16, weight: .medium)] }
}
