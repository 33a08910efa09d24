import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelStoryboards

@Suite("The place and look of captions") struct CaptionTests {
  private func frame(_ yaml: String, at time: Double = 0) throws -> Bitmap {
    let source = try read(yaml).description().source()
    var bitmap = Bitmap(size: source.size)
    _ = try source.draw(atSeconds: time, into: &bitmap)
    return bitmap
  }

  /// The rows that show anything but the background.
  private func rows(_ bitmap: Bitmap, ground: Pixel) -> ClosedRange<Int>? {
    let marked = (0..<bitmap.height).filter { y in (0..<bitmap.width).contains { bitmap[$0, y] != ground } }
    return marked.first.flatMap { first in marked.last.map { first...$0 } }
  }

  @Test(
    "They are at the bottom, top or middle, within the safe area of landscape and portrait films",
    arguments: ["320x180", "270x480"], ["bottom", "top", "middle"])
  func place(size: String, place: String) throws {
    let words = "Incomprehensibilities, and many more words that have to be wrapped where a film is upright"
    let bitmap = try frame(
      "film: {size: \(size)}\ncaptions: {place: \(place)}\nscenes: [{blank: red, seconds: 1, caption: '\(words)'}]")
    let seen = try #require(rows(bitmap, ground: Pixel(.red)))
    let margin = min(bitmap.width, bitmap.height) / 12
    #expect(seen.lowerBound >= margin - 1 && seen.upperBound <= bitmap.height - margin)
    let middle = (seen.lowerBound + seen.upperBound) / 2
    switch place {
    case "bottom": #expect(seen.upperBound >= bitmap.height - margin - 2)
    case "top": #expect(seen.lowerBound <= margin + 1)
    default: #expect(abs(middle - bitmap.height / 2) <= 2)
    }
    for y in seen {
      for x in 0..<bitmap.width where bitmap[x, y] != Pixel(.red) {
        #expect(x >= margin - 1 && x <= bitmap.width - margin, "(\(x), \(y))")
      }
    }
  }

  @Test("Below or above a scene, the scene shrinks to stay fully visible, and none of it is behind the words")
  func strips() throws {
    for place in ["below", "above"] {
      let bitmap = try frame(
        "film: {size: 320x180}\nscenes: [{blank: red, seconds: 1, caption: {text: Words, place: \(place)}}]")
      // Each row shows either the scene or none of it.
      let reds = (0..<180).map { y in (0..<320).count { bitmap[$0, y] == Pixel(.red) } }
      #expect(reds.allSatisfy { $0 == 0 || $0 == 320 })
      let room = reds.count { $0 == 320 }
      #expect((120...150).contains(room), "\(room)")
      #expect(place == "below" ? reds[0] == 320 && reds[179] == 0 : reds[0] == 0 && reds[179] == 320)
      let bright: [Int] = (0..<180).flatMap { y -> [Int] in (0..<320).filter { bitmap[$0, y].green > 200 } }
      #expect(!bright.isEmpty)
    }
    // Other pages keep their full area.
    let next = try frame(
      "film: {size: 320x180}\nscenes: [{blank: red, seconds: 1, caption: {text: A, place: below}}, {blank: red, seconds: 1}]",
      at: 1.5)
    #expect(next[0, 179] == Pixel(.red))
  }

  @Test("Their colours and size come from the film's style, or from the scene's")
  func style() throws {
    let start = "film: {size: 320x180}\nstyle: {caption: {color: lime, background: blue, size: 90}}\n"
    let page = try frame(start + "scenes: [{title: '', seconds: 1, caption: 'WWW', style: {ground: red}}]")
    var counts = (blue: 0, lime: 0)
    for y in 0..<180 {
      for x in 0..<320 {
        if page[x, y] == Pixel(.blue) { counts.blue += 1 }
        if page[x, y].green > 200, page[x, y].red < 80 { counts.lime += 1 }
      }
    }
    #expect(counts.blue > 200 && counts.lime > 100, "\(counts)")
    let own = try frame(
      start + "scenes: [{title: '', seconds: 1, caption: 'WWW', style: {ground: red, caption: {background: yellow}}}]")
    let yellows = (0..<180).flatMap { y in (0..<320).filter { own[$0, y].red > 200 && own[$0, y].green > 200 } }
    #expect(yellows.count > 200)
    // Without a plate, an outline separates text from a background of the same colour.
    let bare = try frame(
      "film: {size: 320x180}\nstyle: {caption: {background: transparent}}\nscenes: [{blank: white, seconds: 1, caption: WWW}]"
    )
    #expect(rows(bare, ground: Pixel(.white)) != nil)
    #expect(
      problems("style: {title: {background: red}}\nscenes: [blank]").contains {
        $0.hasPrefix("story.yaml:1:17: unknown key “background” in style.title")
      })
  }

  @Test("In a right-to-left language, a caption that begins with a Latin word ends at the left")
  func rightToLeft() throws {
    let yaml = "film: {size: 640x360}\nscenes: [{blank: black, seconds: 1, caption: 'A שלום.'}]\n"
    // The full stop is the last character, so it is leftmost.
    let usual = try read(yaml).description()
    let hebrew = try read("captions: {language: he}\n" + yaml).description()
    let story = try #require(hebrew.scenes.entries[0].scene as? StoryFilm)
    #expect(story.captions[0].isRightToLeft == true && hebrew.tracks.captions.isEmpty == false)
    #expect(hebrew.tracks.captions[0].cues[0].text == "A שלום.")
    #expect(try usual.picture(ofFrame: 0) != hebrew.picture(ofFrame: 0))
    for (language, isLeftwards) in [
      ("ar-EG", true), ("de", false), ("az-Arab", true), ("ar-Latn", false), ("fa", true),
    ] {
      #expect(StoryCaptions.isRightToLeft(language) == isLeftwards)
    }
  }

  /// The captions of a scene of twelve seconds that begins at 2, with their texts and times.
  private func shown(_ captions: String) throws -> [String] {
    let yaml = "film: {fps: 10}\nscenes: [{blank: red, seconds: 2}, {blank: red, seconds: 12, caption: \(captions)}]"
    let story = try #require(read(yaml).description().scenes.entries[0].scene as? StoryFilm)
    return story.captions.map { "\($0.text) \(($0.start * 10).rounded() / 10)-\(($0.end * 10).rounded() / 10)" }
  }

  @Test("Captions without times are shown in order, each for as long as it takes to read")
  func order() throws {
    #expect(try shown("[a, b, c]") == ["a 2.0-6.0", "b 6.0-10.0", "c 10.0-14.0"])
    // The one of fifteen words gets more time.
    let long = (0..<15).map { "w\($0)" }.joined(separator: " ")
    #expect(try shown("[a, \(long)]") == ["a 2.0-6.2", "\(long) 6.2-14.0"])
    #expect(try shown("[a, {text: b, from: 4}, c]") == ["a 2.0-6.0", "b 6.0-10.0", "c 10.0-14.0"])
    #expect(try shown("[{text: a, until: 4}, b, c]") == ["a 2.0-6.0", "b 6.0-10.0", "c 10.0-14.0"])
    #expect(
      try shown("[a, {text: b, from: 4, until: 6}, {text: c, from: 10}]") == ["a 2.0-6.0", "b 6.0-8.0", "c 12.0-14.0"])
    #expect(try shown("words") == ["words 2.0-14.0"])
    #expect(
      problems("scenes: [{blank: red, seconds: 2, caption: [{text: a, until: 2}, b]}]").contains {
        $0.contains("no time is left for the caption “b”")
      })
  }

  @Test("An unknown place is refused")
  func wrong() {
    #expect(problems("captions: {place: bottm}\nscenes: [blank]").contains { $0.contains("did you mean bottom?") })
    #expect(
      problems("scenes: [{blank: red, seconds: 1, caption: {text: a, place: left}}]").contains {
        $0.hasPrefix("story.yaml:1:61: place left is not valid")
      })
  }
}
