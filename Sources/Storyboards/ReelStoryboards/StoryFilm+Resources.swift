import ReelCanvas
import ReelScenes

extension StoryFilm {
  /// The fonts of all scenes, captions and overlays.
  public var fonts: [Font] {
    pages.flatMap(\.parts).flatMap(\.fonts)
      + Set(captions.map { $0.style ?? StoryTextStyle() }).map {
        $0.applied(to: Font(size: 16, weight: .medium), point: 1)
      }
      + allOverlays.flatMap { $0.scene?.scene.fonts ?? [] }
      + allOverlays.filter { $0.look.kind.isText }.map { $0.look.letters(16) }
  }
}

extension StoryFilm {
  /// The files that scenes and overlays read while they are drawn.
  public var files: [String] {
    pages.flatMap(\.parts).flatMap(\.files) + allOverlays.flatMap { $0.scene?.scene.files ?? [] }
  }

  /// The overlays of pages, and those above all pages.
  var allOverlays: [Overlay] { pages.flatMap { $0.overlays ?? [] } + overlays }
}

extension StoryFilm.Part {
  /// The fonts of the part's scene, or of all its scenes.
  fileprivate var fonts: [Font] { (scene?.scene.fonts ?? []) + (parts ?? []).flatMap(\.fonts) }

  /// The files of the part's scene, or of all its scenes.
  fileprivate var files: [String] { (scene?.scene.files ?? []) + (parts ?? []).flatMap(\.files) }
}

extension StoryOverlay.Kind {
  /// Whether the overlay shows text.
  fileprivate var isText: Bool {
    switch self {
    case .text, .date, .time, .frame: true
    case .progress, .image, .pointer, .highlight, .arrow, .scene: false
    }
  }
}

extension TitleScene {
  /// A bold font, and a regular one for a subtitle.
  public var fonts: [Font] {
    [textFont(\.title, size: 16, weight: .bold, point: 1)]
      + (subtitle.isEmpty ? [] : [textFont(\.subtitle, size: 16, point: 1)])
  }
}

extension TextScene {
  /// The text's font, and a bold one for a heading.
  public var fonts: [Font] {
    [letters(\.text)] + (heading.isEmpty ? [] : [letters(\.heading, weight: .bold)])
  }
}

extension TableScene {
  /// A regular font, and a bold one for the header.
  public var fonts: [Font] {
    let body = textFont(\.table, size: 16, point: 1)
    var header = body
    header.weight = .bold
    return [body] + (hasHeader ? [header] : [])
  }
}

extension ClockScene {
  /// The font of the hours.
  public var fonts: [Font] { [Font(size: 16, weight: .medium)] }
}
