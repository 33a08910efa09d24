import Foundation
import ReelDescriptions
import ReelGeometry
import Testing

@testable import ReelFixtures

@Suite struct RecipeTests {
  @Test(
    "Times are parsed exactly",
    arguments: [
      ("0.5s", 1, 2), ("5ms", 1, 200), ("1001/30000s", 1001, 30_000), ("2", 2, 1), ("-0.25", -1, 4), (".5s", 1, 2),
      ("250us", 1, 4000), ("1/3s", 1, 3), ("0", 0, 1), ("100/3ms", 1, 30),
    ])
  func times(text: String, numerator: Int, denominator: Int) throws {
    let time = try ExactTime(text: text)
    #expect(time.numerator == numerator && time.denominator == denominator)
    #expect(try ExactTime(text: time.description) == time)
  }

  @Test(
    "Texts that are not times are refused",
    arguments: [
      "", "s", "ms", "1.2.3", "1/0", "1/", "/2", "1e3", "nan", "--1", "+1", "1 s", "1000000", "0.1234567891",
      "9999999999999999999", "1h", "½s",
    ])
  func noTimes(text: String) { #expect(throws: InvalidValue.self) { try ExactTime(text: text) } }

  @Test("A size may be a height or a word, as for films", arguments: [("720p", "1280x720"), ("4k", "3840x2160")])
  func sizes(text: String, size: String) throws {
    let recipe = try recipe([.size: text])
    #expect(recipe.text(of: .size) == size)
  }

  /// Invalid options, and a part of each error.
  static let wrong: [(FixtureOption, String, String)] = [
    (.pattern, "plaid", "counter, bars"), (.frames, "0", "from 1"), (.frames, "1048577", "1048576"),
    (.frames, "many", "from 1"),
    (.fps, "0", "0.001 to 1000"), (.fps, "fast", "30000/1001"), (.size, "640x", "1080p"), (.size, "0x360", "1 to 8192"),
    (.size, "9000x10", "8192"), (.codec, "h264;rm", "one of FFmpeg's names"), (.codec, "", "one of FFmpeg's names"),
    (.pixelFormat, "yuv 420", "yuv420p"),
    (.gop, "0", "from 1"), (.bFrames, "17", "0 to 16"), (.crf, "-1", "0 to 63"), (.crf, "nan", "0 to 63"),
    (.bitrate, "2G", "800k"),
    (.bitrate, "0", "800k"), (.bitrate, "infM", "800k"), (.lossless, "yes", "true or false"),
    (.rotate, "45", "90, 180"), (.orientation, "9", "1 to 8"),
    (.orientation, "0", "1 to 8"), (.audio, "song", "beep"), (.seed, "-1", "from 0"), (.drop, "", "10,20-25"),
    (.drop, "5-3", "10,20-25"),
    (.drop, "0-99999999", "10,20-25"), (.drop, "a", "10,20-25"), (.duplicate, "1,,2", "10,20-25"), (.swap, "3", "3:4"),
    (.swap, "3:4:5", "3:4"),
    (.jitter, "soon", "5ms"), (.gap, "40", "40:0.5s"), (.gap, "40:", "40:0.5s"), (.startPTS, "later", "0.5s"),
    (.truncate, "100%", "0% to 99%"),
    (.truncate, "-1%", "0% to 99%"), (.flipBits, "0", "from 1"), (.noMoov, "1", "true or false"),
  ]

  @Test("Invalid options are refused with the allowed values", arguments: wrong)
  func wrongOptions(option: FixtureOption, text: String, part: String) {
    let error = #expect(throws: InvalidValue.self) { try recipe([option: text]) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }

  @Test("Options that contradict each other are refused")
  func contradictions() throws {
    let pairs: [[FixtureOption: String]] = [
      [.crf: "20", .lossless: "true"], [.crf: "20", .bitrate: "1M"], [.startPTS: "1s", .negativePTS: "true"],
      [.rotate: "90", .orientation: "3"],
    ]
    for options in pairs { #expect(throws: InvalidValue.self) { try recipe(options) } }
    for options: [FixtureOption: String] in [
      [.gop: "1", .bFrames: "2"], [.zeroLength: "true", .truncate: "50%"], [.size: "175x200"], [.size: "144x176"],
      [.size: "176x160", .rotate: "90"],
    ] {
      let made = try recipe(options)
      #expect(throws: InvalidValue.self) { try made.validate() }
    }
    // A frame stored on its side has room for a mark if it has room upright.
    try recipe([.size: "144x176", .rotate: "90"]).validate()
  }

  @Test("Every option of a recipe survives encoding as JSON")
  func roundTrip() throws {
    let full = try recipe([
      .pattern: "motion", .frames: "50", .fps: "30000/1001", .size: "320x180", .codec: "hevc",
      .pixelFormat: "yuv420p10le",
      .gop: "12", .bFrames: "2", .crf: "22.5", .orientation: "7", .audio: "beep", .seed: "18446744073709551615",
      .drop: "10,20-25", .duplicate: "7", .swap: "3:4", .jitter: "5ms", .vfr: "true", .gap: "40:0.5s",
      .startPTS: "1.5s",
      .truncate: "60%", .flipBits: "12", .noMoov: "true",
    ])
    for original in [
      FixtureRecipe(), full, try recipe([.bitrate: "2.5M", .negativePTS: "true", .zeroLength: "true"]),
      try recipe([.lossless: "true", .drop: "5"]),
    ] {
      let data = try JSONEncoder().encode(original)
      #expect(try JSONDecoder().decode(FixtureRecipe.self, from: data) == original)
    }
    #expect(full.damage == [.noMoov, .flipBits(12), .truncate(percent: 60)])
  }

  @Test("A recipe is read from a few options, and unknown ones are refused")
  func reading() throws {
    let text = #"{"fps": 25, "lossless": true, "drop": 5}"#
    let few = try JSONDecoder().decode(FixtureRecipe.self, from: Data(text.utf8))
    #expect(few.frameRate == 25 && few.quality == .lossless && few.faults.drop == [5])
    #expect(throws: DescriptionError.self) {
      try JSONDecoder().decode(FixtureRecipe.self, from: Data(#"{"colour": "red"}"#.utf8))
    }
  }
}
