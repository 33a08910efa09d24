import Foundation
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelStoryboards

@Suite("Caption files as people have them") struct CaptionFileTests {
  private func texts(_ bytes: [UInt8]) throws -> [String] {
    try TimedTextParser.parse(bytes).map { "\($0.start)-\($0.end) \($0.text.replacing("\n", with: "/"))" }
  }

  @Test(
    "Captions end where the next times begin, with blank lines between them, within them, or none",
    arguments: [
      ("1\n00:00:00,000 --> 00:00:02,000\nA\n2\n00:00:02,000 --> 00:00:04,000\nB\n", ["0.0-2.0 A", "2.0-4.0 B"]),
      (
        "1\n00:00:00,000 --> 00:00:01,000\nA\n\nstill A\n\n\n2\n00:00:01,000 --> 00:00:02,000\n42\n\n3\n00:00:02,000 --> 00:00:03,000\nC",
        ["0.0-1.0 A/still A", "1.0-2.0 42", "2.0-3.0 C"]
      ),
      (
        "1\n00:00:00,000 --> 00:00:01,000\n\n\n2\n00:00:01,000 --> 00:00:02,000\nB\n", ["1.0-2.0 B"]
      ),
      // As YouTube writes it, with the words' times.
      (
        "WEBVTT\nKind: captions\nLanguage: en\n\n00:00:00.000 --> 00:00:02.000 align:start position:0%\n \nhello<00:00:00.500><c> this</c><00:00:01.000><c> is</c>\n\n00:00:02.000 --> 00:00:02.010 align:start position:0%\nhello this is\n \n",
        ["0.0-2.0 hello this is", "2.0-2.01 hello this is"]
      ),
      // Notes are not captions, nor do they end up in them.
      (
        "WEBVTT\n\nNOTE one\n\nintro\n00:01.000 --> 00:02.000\nA\n\nNOTE two\nmore\n\n00:02.000 --> 00:03.000\nB --> C\n",
        ["1.0-2.0 A", "2.0-3.0 B --> C"]
      ),
      ("\r\n\r\n1\r\n0:00:01.5 --> 0:00:02,5  X1:10 X2:20\r\nA\r\nB\r\n", ["1.5-2.5 A/B"]),
      // Nobody sees a caption without a duration.
      ("1\n00:00:01,000 --> 00:00:01,000\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB\n", ["1.0-2.0 B"]),
    ])
  func blocks(text: String, expected: [String]) throws {
    #expect(try texts(Array(text.utf8)) == expected)
  }

  @Test("UTF-16, Latin-1 and quotes of Windows are read")
  func encodings() throws {
    let text = "1\r\n00:00:00,000 --> 00:00:02,000\r\n“Grüße” – é\r\n"
    let units = Array(text.utf16)
    let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
    let windows = Array(text.unicodeScalars).map { scalar -> UInt8 in
      ["“": 0x93, "”": 0x94, "–": 0x96][scalar] ?? UInt8(scalar.value)
    }
    for bytes in [little, big, windows, Array(text.utf8)] {
      #expect(try texts(bytes) == ["0.0-2.0 “Grüße” – é"])
    }
    #expect(throws: TimedTextParser.Failure.self) { try texts([0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0]) }
  }

  /// A part of a text with what makes it different, such as `+bold` or `#ff0000`.
  private func marked(_ text: TimedText) -> [String] {
    text.runs.map { run in
      let words = String(decoding: Array(text.text.utf8)[run.start..<run.end], as: UTF8.self)
      let marks = [run.isBold ? "bold" : nil, run.isItalic ? "italic" : nil, run.isUnderlined ? "underlined" : nil]
      return ([words] + marks.compactMap(\.self) + (run.color.map { ["\($0)"] } ?? [])).joined(separator: " ")
    }
  }

  @Test(
    "Italics, bold and colours of all notations are kept",
    arguments: [
      ("1\n00:00:01,000 --> 00:00:02,000\nA <i>b <b>c</b></i> d\n", ["b  italic", "c bold italic"]),
      (
        "1\n00:00:01,000 --> 00:00:02,000\n<font color=\"#FF0000\">Red</font> <font color=lime>é</font>\n",
        ["Red #ff0000", "é #00ff00"]
      ),
      ("1\n00:00:01,000 --> 00:00:02,000\n{\\i1}é{\\i0} b {\\c&H00FF00&}c\n", ["é italic", "c #00ff00"]),
      ("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann><c.yellow>a</c> <u>b</u>\n", ["a #ffff00", "b underlined"]),
      (
        "WEBVTT\n\nSTYLE\n::cue(.loud) { color: red; font-weight: bold }\n::cue(v[voice=\"Ann\"]) { font-style: italic }\n\n00:01.000 --> 00:02.000\n<c.loud>a</c> <v Ann>b</v> c\n",
        ["a bold #ff0000", "b italic"]
      ),
    ])
  func marks(text: String, expected: [String]) throws {
    let texts = try TimedTextParser.parse(Array(text.utf8))
    #expect(texts.count == 1 && marked(texts[0]) == expected)
  }

  @Test("Positions of SubRip and WebVTT are kept on the page")
  func positions() throws {
    func plate(_ file: String) throws -> Rect {
      let folder = try StoryFolder(["a.vtt": file, "a.srt": file])
      let name = file.hasPrefix("WEBVTT") ? "a.vtt" : "a.srt"
      let film = try folder.read("film: {size: 1920x1080}\nscenes: [{blank: red, seconds: 5, caption: \(name)}]")
        .description()
      let story = try #require(film.scenes.entries[0].scene as? StoryFilm)
      return CaptionSetting.settings(of: story.captions, on: Page(Rect(x: 0, y: 0, width: 1920, height: 1080)))[0].plate
    }
    func srt(_ key: Int) throws -> Rect { try plate("1\n00:00:01,000 --> 00:00:02,000\n{\\an\(key)}Words\n") }
    #expect(try abs(srt(2).maxY - 990) < 1 && abs(srt(2).center.x - 960) < 1)
    #expect(try abs(srt(7).minY - 90) < 1 && abs(srt(7).minX - 90) < 1)
    #expect(try abs(srt(6).center.y - 540) < 1 && abs(srt(6).maxX - 1830) < 1)
    func vtt(_ settings: String) throws -> Rect { try plate("WEBVTT\n\n00:01.000 --> 00:02.000 \(settings)\nWords\n") }
    #expect(try abs(vtt("align:start position:0%").minX - 90) < 1)
    #expect(try abs(vtt("line:0").minY - 90) < 1)
    #expect(try abs(vtt("line:-1").maxY - 990) < 1)
    let high = try vtt("line:20%").minY
    #expect(high > 200 && high < 300)
  }

  @Test("Captions that overlap are stacked, and each keeps its place")
  func stacked() throws {
    let page = Page(Rect(x: 0, y: 0, width: 1920, height: 1080))
    func plates(_ times: [(Double, Double)], _ place: StoryCaptions.Place?) -> [Rect] {
      let captions = times.map { start, end in
        var caption = StoryFilm.Caption(text: "Words", start: start, end: end)
        caption.place = place
        return caption
      }
      return CaptionSetting.settings(of: captions, on: page).map(\.plate)
    }
    let low = plates([(0, 3), (1, 4), (2, 5), (3.5, 6)], nil)
    #expect(abs(low[0].maxY - 990) < 1 && low[1].maxY < low[0].minY && low[2].maxY < low[1].minY)
    // The first place is free again.
    #expect(low[3] == low[0])
    let high = plates([(0, 3), (1, 4)], .top)
    #expect(abs(high[0].minY - 90) < 1 && high[1].minY > high[0].maxY)
    #expect(plates([(0, 1), (1, 2)], nil)[1] == plates([(0, 1)], nil)[0])
  }

  @Test("Captions that begin after the end are left out, with a note that names their line")
  func late() throws {
    let folder = try StoryFolder([
      "late.srt":
        "1\n00:00:01,000 --> 00:00:30,000\nin time\n\n2\n00:01:05,000 --> 00:01:30,000\nlate\n\n3\n00:02:00,000 --> 00:02:30,000\nlater\n"
    ])
    for (yaml, end) in [
      ("scenes: [{blank: red, seconds: 5, caption: late.srt}, {blank: blue, seconds: 70}]", "the blank ends at 5.0 s"),
      ("captions: late.srt\nscenes: [{blank: red, seconds: 5}]", "the film ends at 5.0 s"),
    ] {
      let (film, notes) = try folder.read(yaml).noted(of: StoryStretch())
      #expect(
        notes == [
          "late.srt:6: 2 of 3 captions from here on are left out, because they begin after \(end)"
        ])
      #expect(film.tracks.captions.flatMap(\.cues).map(\.text) == ["in time"])
    }
  }

  @Test("A coloured word is drawn in its colour, or in the nearest one that can be read")
  func picture() throws {
    func count(_ color: String, _ isSought: (Pixel) -> Bool) throws -> Int {
      let folder = try StoryFolder([
        "a.srt": "1\n00:00:00,000 --> 00:00:02,000\n<font color=\"\(color)\">WWWW</font>\n"
      ])
      let film = try folder.read(
        "film: {size: 320x180}\nstyle: {caption: {size: 200}}\nscenes: [{blank: black, seconds: 1, caption: a.srt}]"
      ).description()
      let picture = try film.picture(ofFrame: 0)
      return (0..<180).reduce(0) { sum, y in sum + (0..<320).count { isSought(picture[$0, y]) } }
    }
    #expect(try count("red") { $0.red > 200 && $0.green < 60 && $0.blue < 60 } > 200)
    // Black on the dark plate would not be seen.
    #expect(try count("black") { $0.red > 90 && $0.green > 90 && $0.blue > 90 } > 200)
  }

  @Test("A caption covers no text: it moves to the other edge, or the scene makes room for it")
  func subjects() throws {
    func place(_ scene: String, _ rest: String = "") throws -> StoryCaptions.Place? {
      let film = try read(
        "film: {size: 640x360}\nscenes: [{\(scene), seconds: 5, caption: Some words\(rest)}]"
      ).description()
      let story = try #require(film.scenes.entries[0].scene as? StoryFilm)
      return story.captions[0].place
    }
    #expect(try place("title: {text: Letters, subtitle: The first three}") == nil)
    let points = (0..<9).map { "Point \($0)" }.joined(separator: ", ")
    #expect(try place("text: {heading: Many, points: [\(points)]}") == .below)
    #expect(try place("blank: red", ", subject: [0, 0.5, 1, 0.5]") == .top)
    #expect(try place("blank: red", ", subject: [0, 0, 1, 0.5]") == nil)
    #expect(try place("blank: red", ", subject: [0, 0, 1, 1]") == .below)
    #expect(try place("blank: red", ", overlays: [{text: Here, place: bottom}]") == .top)
    #expect(try place("blank: red", ", overlays: [{text: Here, place: bottom-right}]") == nil)
    let rows = (0..<20).map { "[row \($0), passed]" }.joined(separator: ", ")
    #expect(try place("table: {rows: [\(rows)]}") == .below)
    // The texts of a drawing count, and a drawing without texts may be covered.
    func drawing(_ element: String, _ rest: String = "") throws -> StoryCaptions.Place? {
      let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90">\#(element)</svg>"#
      let folder = try StoryFolder(["a.svg": svg])
      let film = try folder.read(
        "film: {size: 640x360}\nscenes: [{image: {file: a.svg\(rest)}, seconds: 5, caption: Some words}]"
      ).description()
      return try #require(film.scenes.entries[0].scene as? StoryFilm).captions[0].place
    }
    #expect(try drawing("<text y='80'>Level</text>") == .below)
    #expect(try drawing("<text y='80'>Level</text>", ", fit: fill") == .below)
    #expect(try drawing("<rect width='160' height='90'/>") == nil)
    #expect(try drawing("<defs><text id='a' y='80'>Level</text></defs><rect width='160' height='90'/>") == nil)
    for wrong in ["[0, 0, 1]", "[0, 0, 2, 1]", "all", "[0.5, 0.5, 0, 0.2]"] {
      #expect(
        problems("scenes: [{blank: red, seconds: 1, subject: \(wrong)}]").contains {
          $0.contains("subject must be left, top, width and height")
        }, "\(wrong)")
    }
  }
}
