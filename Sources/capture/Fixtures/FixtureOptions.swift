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
  @Option("counter, bars, gradient, checker, noise, motion, snowflake or solid. (default: counter)", value: "name")
  var pattern: String?

  @Option("The number of frames. (default: 100)", value: "number") var frames: String?

  @Option("Frames a second: 25, 29.97, 30000/1001. (default: 30)", value: "rate") var fps: String?

  @Option("The stored size, 176x144 or larger: 1280x720, 720p, 4k. (default: 640x360)", value: "size") var size: String?

  @Option("The seed of everything random. (default: 0)", value: "number") var seed: String?

  @Option("none, or beep for a beep and a white flash at each whole second.", value: "name") var audio: String?

  @Option("The version of marks and beeps, 1 or 2; a version never changes. (default: 2)", value: "number")
  var drawing: String?

  @Option("Store the frames so that players turn them clockwise by 90, 180 or 270.", value: "degrees")
  var rotate: String?

  @Option("The same including mirroring, as an EXIF orientation from 1 to 8.", value: "number") var orientation: String?

  var texts: [(FixtureOption, String)] {
    collect([
      (.pattern, pattern), (.frames, frames), (.fps, fps), (.size, size), (.seed, seed), (.audio, audio),
      (.drawing, drawing),
      (.rotate, rotate), (.orientation, orientation),
    ])
  }
}

/// The encoding options of a fixture.
struct FixtureEncodingOptions: ParsableArguments {
  @Option("A codec or encoder by FFmpeg's name. (default: the container's usual one)", value: "name") var codec: String?

  @Option("A pixel format by FFmpeg's name.", value: "name") var pixelFormat: String?

  @Option("sdr, or pq or hlg for high dynamic range in 10-bit BT.2020. (default: sdr)", value: "name")
  var transfer: String?

  @Option("The keyframe interval in frames. (default: 30)", value: "number") var gop: String?

  @Option("The number of consecutive B-frames. (default: 0)", value: "number") var bFrames: String?

  @Option("Constant quality on the encoder's scale; 0 is best.", value: "number") var crf: String?

  @Option("The average bit rate: 800k, 2M bits per second.", value: "rate") var bitrate: String?

  @Flag(help: "Encode without loss.")
  var lossless = false

  @Flag(help: "Store an alpha channel with steps from opaque to transparent, in .mov, .mkv, .avi or pictures.")
  var alpha = false

  @Flag(help: "Write a fragmented MP4 or MOV file as for streaming, with one fragment for each keyframe.")
  var fragmented = false

  @Option("tff or bff: two fields in each frame, top or bottom field first.", value: "order") var interlaced: String?

  @Option("The timecode of frame 0: 01:00:00:00, or 01:00:00;00 for drop-frame.", value: "time")
  var timecode: String?

  var texts: [(FixtureOption, String)] {
    collect([
      (.codec, codec), (.pixelFormat, pixelFormat), (.transfer, transfer), (.gop, gop), (.bFrames, bFrames),
      (.crf, crf), (.bitrate, bitrate),
      (.lossless, lossless ? "true" : nil), (.alpha, alpha ? "true" : nil),
      (.fragmented, fragmented ? "true" : nil),
      (.interlaced, interlaced), (.timecode, timecode),
    ])
  }
}

/// Deliberate faults in the order and times of frames.
struct FixtureFaultOptions: ParsableArguments {
  @Option("Leave out frames; their time stays empty.", value: "10,20-25") var drop: String?

  @Option("Show frames twice; the rest is delayed.", value: "7") var duplicate: String?

  @Option("Swap frames.", value: "3:4") var swap: String?

  @Option("Show frames early or late by up to this much.", value: "5ms") var jitter: String?

  @Flag(help: "Vary frame durations: half, normal or double.")
  var vfr = false

  @Option("Pause before a frame for this long.", value: "40:0.5s") var gap: String?

  @Option("The time of the first frame.", value: "1.5s", name: .customLong("start-pts")) var startPTS: String?

  @Flag(name: .customLong("negative-pts"), help: "Begin two frames before time 0.")
  var negativePTS = false

  var texts: [(FixtureOption, String)] {
    collect([
      (.drop, drop), (.duplicate, duplicate), (.swap, swap), (.jitter, jitter), (.vfr, vfr ? "true" : nil),
      (.gap, gap), (.startPTS, startPTS), (.negativePTS, negativePTS ? "true" : nil),
    ])
  }
}

/// Damage to a fixture's file after it is complete.
struct FixtureDamageOptions: ParsableArguments {
  @Option("Keep only the first part of the file.", value: "60%") var truncate: String?

  @Option("Flip random bits, chosen by the seed.", value: "12") var flipBits: String?

  @Flag(help: "Remove the index of an MP4 or MOV file.")
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
  /// An option whose text a recipe parses, as in a suite.
  ///
  /// Any text is accepted here, even `-1`.
  fileprivate init(_ help: String, value: String, name: NameSpecification = .long) {
    self.init(name: name, parsing: .unconditional, help: ArgumentHelp(help, valueName: value))
  }
}

private func collect(_ options: [(FixtureOption, String?)]) -> [(FixtureOption, String)] {
  options.compactMap { option, text in text.map { (option, $0) } }
}
