import ArgumentParser
import Reel
import ReelFixtures

/// Where fixtures go.
struct FixturePlaceOptions: ParsableArguments {
  @Option("The clip; its ending chooses the container.", value: "path", name: .shortAndLong) var output: String?

  @Option("Make the clip in several sizes, with playlists for streaming; -o ends in .m3u8.", value: "1080p,720p,360p")
  var ladder: String?

  @Option("The length of a segment of a ladder. (default: 2s)", value: "time") var segmentLength: String?

  @Option("Make the clips that a file lists, those that are not up to date.", value: "yaml") var suite: String?

  @Option("The folder for the clips of a suite.", value: "folder") var out: String?

  @OptionGroup var replacement: ReplacementOptions

  @Flag(help: "List the codecs, containers and pixel formats that this FFmpeg writes.")
  var listCodecs = false
}

/// What a fixture shows.
struct FixturePictureOptions: ParsableArguments {
  @Option("counter, bars, gradient, checker, noise, motion, snowflake or solid. (default: counter)", value: "name")
  var pattern: String?

  @Option("The number of frames. (default: 100)", value: "number") var frames: String?

  @Option("Frames a second: 25, 29.97, 30000/1001. (default: 30)", value: "rate") var fps: String?

  @Option("The stored size, 176x144 or larger: 1280x720, 720p, 4k. (default: 640x360)", value: "size") var size: String?

  @Option("Decides all that is random. (default: 0)", value: "number") var seed: String?

  @Option("none, or beep: at each whole second, where the picture flashes.", value: "name") var audio: String?

  @Option("The version of marks and beeps, 1 or 2: the same one gives the same for ever. (default: 2)", value: "number")
  var drawing: String?

  @Option("Store the frames so that a player has to turn them clockwise: 90, 180 or 270.", value: "degrees")
  var rotate: String?

  @Option("The same with mirroring, as EXIF numbers it: 1 to 8.", value: "number") var orientation: String?

  var texts: [(FixtureOption, String)] {
    collect([
      (.pattern, pattern), (.frames, frames), (.fps, fps), (.size, size), (.seed, seed), (.audio, audio),
      (.drawing, drawing),
      (.rotate, rotate), (.orientation, orientation),
    ])
  }
}

/// How a fixture is encoded.
struct FixtureEncodingOptions: ParsableArguments {
  @Option("A codec or encoder by FFmpeg's name. (default: what suits the container)", value: "name") var codec: String?

  @Option("A pixel format by FFmpeg's name.", value: "name") var pixelFormat: String?

  @Option("Frames from keyframe to keyframe. (default: 30)", value: "number") var gop: String?

  @Option("B-frames in a row. (default: 0)", value: "number") var bFrames: String?

  @Option("Constant quality in the encoder's numbers, 0 is best.", value: "number") var crf: String?

  @Option("A mean rate: 800k, 2M bits a second.", value: "rate") var bitrate: String?

  @Flag(help: "Decoded frames equal those that were encoded.")
  var lossless = false

  var texts: [(FixtureOption, String)] {
    collect([
      (.codec, codec), (.pixelFormat, pixelFormat), (.gop, gop), (.bFrames, bFrames), (.crf, crf), (.bitrate, bitrate),
      (.lossless, lossless ? "true" : nil),
    ])
  }
}

/// What is wrong with a fixture's frames and times.
struct FixtureFaultOptions: ParsableArguments {
  @Option("Leave frames out; their time stays empty.", value: "10,20-25") var drop: String?

  @Option("Show frames twice; later ones come later.", value: "7") var duplicate: String?

  @Option("Exchange frames.", value: "3:4") var swap: String?

  @Option("Show frames up to this too early or too late.", value: "5ms") var jitter: String?

  @Flag(help: "Frames last half as long, as long or twice as long as they should.")
  var vfr = false

  @Option("Nothing new before a frame, for a time.", value: "40:0.5s") var gap: String?

  @Option("Begin late.", value: "1.5s", name: .customLong("start-pts")) var startPTS: String?

  @Flag(name: .customLong("negative-pts"), help: "Begin two frames before time 0.")
  var negativePTS = false

  var texts: [(FixtureOption, String)] {
    collect([
      (.drop, drop), (.duplicate, duplicate), (.swap, swap), (.jitter, jitter), (.vfr, vfr ? "true" : nil),
      (.gap, gap), (.startPTS, startPTS), (.negativePTS, negativePTS ? "true" : nil),
    ])
  }
}

/// How a fixture's file is broken when it is complete.
struct FixtureDamageOptions: ParsableArguments {
  @Option("Keep the first part of the file.", value: "60%") var truncate: String?

  @Option("Turn over bits anywhere; the seed says which.", value: "12") var flipBits: String?

  @Flag(help: "Cut out the index of an MP4 or MOV file.")
  var noMoov = false

  @Flag(help: "Leave an empty file.")
  var zeroLength = false

  var texts: [(FixtureOption, String)] {
    collect([
      (.noMoov, noMoov ? "true" : nil), (.flipBits, flipBits), (.truncate, truncate),
      (.zeroLength, zeroLength ? "true" : nil),
    ])
  }
}

extension Option where Value == String? {
  /// An option whose text a recipe reads, be it from here or from a suite; any text is taken, `-1` too.
  fileprivate init(_ help: String, value: String, name: NameSpecification = .long) {
    self.init(name: name, parsing: .unconditional, help: ArgumentHelp(help, valueName: value))
  }
}

private func collect(_ options: [(FixtureOption, String?)]) -> [(FixtureOption, String)] {
  options.compactMap { option, text in text.map { (option, $0) } }
}
