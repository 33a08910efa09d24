import ReelCanvas
import ReelFilms
import ReelGeometry
import Testing

@testable import ReelStoryboards

@Suite("Storyboards without a background") struct TransparencyTests {
  private func film(_ yaml: String) throws -> FilmDescription {
    try read("film: {size: 64x36, fps: 10, theme: classic}\n" + yaml).description()
  }

  @Test(
    "A film is transparent if a page has no background",
    arguments: [
      ("scenes: [{title: A, background: none, seconds: 1}]", true), ("scenes: [{title: A, seconds: 1}]", false),
      ("style: {ground: none}\nscenes: [{title: A, seconds: 1}]", true),
      ("scenes: [{blank: black, seconds: 1}, {text: A, background: none, seconds: 1}]", true),
      ("scenes: [{parallel: [{blank: black}, {title: A, background: none}], seconds: 1}]", false),
      ("scenes: [{columns: [{title: A}, {title: B}], seconds: 1}]", false),
      ("scenes: [{columns: [{title: A}, {title: B}], background: none, seconds: 1}]", true),
      ("scenes: [{snowflake: {levels: 0...2}, background: none, seconds: 1}]", true),
      ("scenes: [{blank: '#ff000080', seconds: 1}]", true),
    ])
  func films(yaml: String, isTransparent: Bool) throws {
    let film = try film(yaml)
    #expect(film.scenes.isTransparent == isTransparent)
    #expect(try film.source().hasAlpha == isTransparent)
    #expect(try (film.picture(ofFrame: (film.frameCount - 1))[1, 1].alpha < 255) == isTransparent)
  }

  @Test(
    "While pages without a background change, nothing of them stays behind the next",
    arguments: ["slide", "wipe", "push", "zoom", "dissolve"])
  func transitions(kind: String) throws {
    let film = try film(
      "scenes: [{title: WWWWWW, background: none, seconds: 2, transition: {kind: \(kind), seconds: 1}}, {title: '', background: none, seconds: 2}]"
    )
    // One frame before the transition's end, the old page is almost gone.
    let picture = try film.picture(ofFrame: 19)
    let ink = (0..<36).reduce(0) { sum, y in sum + (0..<64).count { picture[$0, y].alpha > 60 } }
    #expect(ink == 0, "\(ink)")
  }

  @Test("A scene in an overlay has no background unless it is given one")
  func overlays() throws {
    func isRed(_ pixel: Pixel) -> Bool { pixel.red > 150 && pixel.green < 60 && pixel.blue < 60 }
    func corner(_ overlay: String) throws -> Pixel {
      try film("scenes: [{blank: lime, seconds: 4}]\noverlays: [{\(overlay), size: 1000, place: center, margin: 0}]")
        .picture(ofFrame: 0)[4, 4]
    }
    let lime = Pixel(red: 0, green: 255, blue: 0, alpha: 255)
    for scene in ["clock: 9:30", "trace: {letters: A}", "snowflake: {levels: 0...2}"] {
      #expect(try corner(scene) == lime, "\(scene)")
      #expect(try isRed(corner(scene + ", background: red")), "\(scene)")
    }
    #expect(try isRed(corner("trace: {letters: A, background: red}")))
  }
}
