import ArgumentParser
import Reel
import ReelFixtures

/// The output options of fixtures.
struct FixtureOutputOptions: ParsableArguments {
  @Option("The clip; its ending chooses the container.", value: "path", name: .shortAndLong) var output: String?

  @Option(
    "Make the clip in several sizes for streaming; -o must end in .m3u8 (HLS) or .mpd (DASH).",
    value: "1080p,720p,360p")
  var ladder: String?

  @Option("The duration of a ladder's segments. (default: 2s)", value: "time") var segmentLength: String?

  @Option("Make the clips listed in a file, except those that are up to date.", value: "yaml") var suite: String?

  @Option("The folder for the clips of a suite.", value: "folder") var out: String?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(help: "List the codecs, containers and pixel formats that this FFmpeg can write.")
  var listCodecs = false
}

/// The content of a fixture.
struct FixturePictureOptions: ParsableArguments {
  @Option(FixtureOption.pattern) var pattern: String?
  @Option(FixtureOption.frames) var frames: String?
  @Option(FixtureOption.fps) var fps: String?
  @Option(FixtureOption.size) var size: String?
  @Option(FixtureOption.seed) var seed: String?
  @Option(FixtureOption.audio) var audio: String?
  @Option(FixtureOption.drawing) var drawing: String?
  @Option(FixtureOption.rotate) var rotate: String?
  @Option(FixtureOption.orientation) var orientation: String?

  var texts: [(FixtureOption, String)] {
    collect([
      .pattern: pattern, .frames: frames, .fps: fps, .size: size, .seed: seed, .audio: audio, .drawing: drawing,
      .rotate: rotate, .orientation: orientation,
    ])
  }
}

/// The encoding options of a fixture.
struct FixtureEncodingOptions: ParsableArguments {
  @Option(FixtureOption.codec) var codec: String?
  @Option(FixtureOption.pixelFormat) var pixelFormat: String?
  @Option(FixtureOption.transfer) var transfer: String?
  @Option(FixtureOption.gop) var gop: String?
  @Option(FixtureOption.bFrames) var bFrames: String?
  @Option(FixtureOption.crf) var crf: String?
  @Option(FixtureOption.bitrate) var bitrate: String?
  @Flag(FixtureOption.lossless) var lossless: Bool
  @Flag(FixtureOption.alpha) var alpha: Bool
  @Flag(FixtureOption.fragmented) var fragmented: Bool
  @Option(FixtureOption.interlaced) var interlaced: String?
  @Option(FixtureOption.timecode) var timecode: String?

  var texts: [(FixtureOption, String)] {
    collect([
      .codec: codec, .pixelFormat: pixelFormat, .transfer: transfer, .gop: gop, .bFrames: bFrames, .crf: crf,
      .bitrate: bitrate, .lossless: lossless.text, .alpha: alpha.text, .fragmented: fragmented.text,
      .interlaced: interlaced, .timecode: timecode,
    ])
  }
}

/// Deliberate faults in the order and times of frames.
struct FixtureFaultOptions: ParsableArguments {
  @Option(FixtureOption.drop) var drop: String?
  @Option(FixtureOption.duplicate) var duplicate: String?
  @Option(FixtureOption.swap) var swap: String?
  @Option(FixtureOption.jitter) var jitter: String?
  @Flag(FixtureOption.vfr) var vfr: Bool
  @Option(FixtureOption.gap) var gap: String?
  @Option(FixtureOption.startPTS) var startPTS: String?
  @Flag(FixtureOption.negativePTS) var negativePTS: Bool

  var texts: [(FixtureOption, String)] {
    collect([
      .drop: drop, .duplicate: duplicate, .swap: swap, .jitter: jitter, .vfr: vfr.text, .gap: gap, .startPTS: startPTS,
      .negativePTS: negativePTS.text,
    ])
  }
}

/// Damage to a fixture's file after it is complete.
struct FixtureDamageOptions: ParsableArguments {
  @Option(FixtureOption.truncate) var truncate: String?
  @Option(FixtureOption.flipBits) var flipBits: String?
  @Flag(FixtureOption.noMoov) var noMoov: Bool
  @Flag(FixtureOption.zeroLength) var zeroLength: Bool

  var texts: [(FixtureOption, String)] {
    collect([
      .noMoov: noMoov.text, .flipBits: flipBits, .truncate: truncate, .zeroLength: zeroLength.text,
    ])
  }
}

extension Option where Value == String? {
  /// An option whose text a recipe parses, as in a suite.
  ///
  /// Any text is accepted here, even `-1`.
  fileprivate init(_ help: String, value: String, name: NameSpecification = .long) {
    self.init(name: name, parsing: .unconditional, help: ArgumentHelp(help, valueName: value))
  }
}

private func collect(_ options: KeyValuePairs<FixtureOption, String?>) -> [(FixtureOption, String)] {
  options.compactMap { option, text in text.map { (option, $0) } }
}
