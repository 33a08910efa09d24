import Foundation
import Reel
import ReelCurves
import Testing

@testable import reel_sample_compose

@Suite("The compose sample") struct ComposeTests {
  let size = PixelSize(width: 320, height: 180)

  private func picture(of scene: some Scene, at seconds: Double) throws -> Bitmap {
    var bitmap = Bitmap(size: size)
    _ = try SceneSource(scene, size: size).draw(atSeconds: seconds, into: &bitmap)
    return bitmap
  }

  @Test("Any frame can be drawn first, and going back gives the same pixels")
  func pure() throws {
    let source = try SceneSource(Compose.scene, size: size)
    var bitmap = Bitmap(size: size)
    for seconds in [0, 0.7, 2.9, 3.4, 3.5, 7, 1, 0.2, 5] {
      _ = try source.draw(atSeconds: seconds, into: &bitmap)
      #expect(bitmap == (try picture(of: Compose.scene, at: seconds)), "\(seconds) s")
    }
  }

  @Test("A fade shows the first scene, then both, then the second from its own beginning")
  func fade() throws {
    var flake = SnowflakeFilm(levels: 2...2, duration: 9)
    flake.showsCaption = false
    var zoom = ZoomFilm()
    zoom.showsCaption = false
    let fade = Fade(first: flake, second: zoom)
    #expect(try picture(of: fade, at: 2) == picture(of: flake, at: 2))
    let both = try picture(of: fade, at: 3.5)
    #expect(try both != picture(of: flake, at: 3.5) && both != picture(of: zoom, at: 0.5))
    #expect(try picture(of: fade, at: 6) == picture(of: zoom, at: 3))
  }

  @Test("A caption comes half a second after its beginning, and goes")
  func caption() throws {
    let caption = Caption(text: "Here")
    let (before, during, after) = try (
      picture(of: caption, at: 0.5), picture(of: caption, at: 2), picture(of: caption, at: 3.5)
    )
    #expect(before == Bitmap(size: size) && after == before && during != before)
  }

  @Test("A scene survives being written and read")
  func codable() throws {
    let data = try JSONEncoder().encode(Compose.scene)
    let read = try JSONDecoder().decode(type(of: Compose.scene), from: data)
    #expect(try picture(of: read, at: 3.3) == picture(of: Compose.scene, at: 3.3))
  }
}
