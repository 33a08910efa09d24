import Reel
import ReelCurves

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A line of text that appears and disappears below any scene.
struct Caption: Scene {
  var text: String

  func install(on layer: SceneLayer) {
    let line = TextLayer(text, font: Font(size: layer.bounds.height * 0.06, weight: .medium), color: .white)
    line.alignment = .center
    line.frame = Rect(x: 0, y: layer.bounds.height * 0.88, width: layer.bounds.width, height: layer.bounds.height * 0.1)
    layer.addSublayer(line)
    line.opacity = 0
    Transaction.animate(duration: 0.5, delay: 0.5) { line.opacity = 1 }
    Transaction.animate(duration: 0.5, delay: 3) { line.opacity = 0 }
  }
}

/// A scene that fades into another.
struct Fade<First: Scene, Second: Scene>: Scene {
  var first: First
  var second: Second
  /// When the second scene begins, and how long the first remains visible through it, in seconds.
  var time = 3.0, overlap = 1.0

  func install(on layer: SceneLayer) throws {
    try layer.addScene(first, for: time + overlap)
    let next = try layer.addScene(second, at: time)
    next.opacity = 0
    Transaction.animate(duration: overlap, delay: time, curve: .linear) { next.opacity = 1 }
  }
}

/// A scene in a frame with round corners, on top of another.
struct Inset<Outer: Scene, Inner: Scene>: Scene {
  var outer: Outer
  var inner: Inner

  func install(on layer: SceneLayer) throws {
    try layer.addScene(outer)
    let (width, height) = (layer.bounds.width / 4, layer.bounds.height / 4)
    let window = try layer.addScene(inner, in: Rect(x: width * 0.15, y: height * 0.2, width: width, height: height))
    window.cornerRadius = height / 8
    window.borderWidth = 2
    window.borderColor = .white
  }
}

/// A scene entirely covered by another.
struct Over<Below: Scene, Above: Scene>: Scene {
  var below: Below
  var above: Above

  func install(on layer: SceneLayer) throws {
    try layer.addScene(below)
    try layer.addScene(above)
  }
}

/// Records a flake that fades into a zoom, with another zoom in its corner and a caption: `compose.mp4`.
@main
struct Compose {
  static func main() async throws {
    let source = try SceneSource(scene, size: PixelSize(width: 640, height: 360), frameRate: 30)
    let recorder = try Recorder(
      source: source, sink: MovieSink(to: URL(fileURLWithPath: "compose.mp4")))
    let recording = try await recorder.record(for: .seconds(8))
    print("compose.mp4: \(recording.frameCount) frames")
  }

  static var scene: Over<Inset<Fade<SnowflakeFilm, ZoomFilm>, ZoomFilm>, Caption> {
    var flake = SnowflakeFilm(levels: 0...3, duration: 4)
    flake.showsCaption = false
    var zoom = ZoomFilm(factor: 2)
    zoom.showsCaption = false
    var small = ZoomFilm(factor: 3)
    small.theme = .paper
    return Over(
      below: Inset(outer: Fade(first: flake, second: zoom), inner: small),
      above: Caption(text: "A flake, and more of it"))
  }
}
