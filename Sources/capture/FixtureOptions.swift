import ArgumentParser
import Reel

/// Where fixtures go.
struct FixturePlaceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The clip; its ending chooses the container.", valueName: "path"))
  var output: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Make the clips that a file lists, those that are not up to date.", valueName: "yaml"))
  var suite: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The folder for the clips of a suite.", valueName: "folder"))
  var out: String?

  @Flag(help: "Refuse to replace what exists.")
  var noClobber = false

  @Flag(help: "List the codecs, containers and pixel formats that this FFmpeg writes.")
  var listCodecs = false
}

/// What a fixture shows.
struct FixturePictureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "counter, bars, gradient, checker, noise, motion, snowflake or solid. (default: counter)", valueName: "name"))
  var pattern: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of frames. (default: 100)", valueName: "number"))
  var frames: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames a second: 25, 29.97, 30000/1001. (default: 30)", valueName: "rate"))
  var fps: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The stored size, 176x144 or larger. (default: 640x360)", valueName: "size"))
  var size: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Decides all that is random. (default: 0)", valueName: "number"))
  var seed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("none, or beep: at each whole second, where the picture flashes.", valueName: "name"))
  var audio: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Store the frames so that a player has to turn them clockwise: 90, 180 or 270.", valueName: "degrees"))
  var rotate: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The same with mirroring, as EXIF numbers it: 1 to 8.", valueName: "number"))
  var orientation: String?

  var texts: [(FixtureOption, String)] {
    collect([
      (.pattern, pattern), (.frames, frames), (.fps, fps), (.size, size), (.seed, seed), (.audio, audio),
      (.rotate, rotate), (.orientation, orientation),
    ])
  }
}

/// How a fixture is encoded.
struct FixtureEncodingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A codec or encoder by FFmpeg's name. (default: what suits the container)", valueName: "name"))
  var codec: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A pixel format by FFmpeg's name.", valueName: "name"))
  var pixelFormat: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Frames from keyframe to keyframe. (default: 30)", valueName: "number"))
  var gop: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("B-frames in a row. (default: 0)", valueName: "number"))
  var bFrames: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Constant quality in the encoder's numbers, 0 is best.", valueName: "number"))
  var crf: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A mean rate: 800k, 2M bits a second.", valueName: "rate"))
  var bitrate: String?

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
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Leave frames out; their time stays empty.", valueName: "10,20-25"))
  var drop: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Show frames twice; later ones come later.", valueName: "7"))
  var duplicate: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Exchange frames.", valueName: "3:4"))
  var swap: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Show frames up to this too early or too late.", valueName: "5ms"))
  var jitter: String?

  @Flag(help: "Frames last half as long, as long or twice as long as they should.")
  var vfr = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Nothing new before a frame, for a time.", valueName: "40:0.5s"))
  var gap: String?

  @Option(name: .customLong("start-pts"), parsing: .unconditional, help: ArgumentHelp("Begin late.", valueName: "1.5s"))
  var startPTS: String?

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
  @Option(parsing: .unconditional, help: ArgumentHelp("Keep the first part of the file.", valueName: "60%"))
  var truncate: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Turn over bits anywhere; the seed says which.", valueName: "12"))
  var flipBits: String?

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

private func collect(_ options: [(FixtureOption, String?)]) -> [(FixtureOption, String)] {
  options.compactMap { option, text in text.map { (option, $0) } }
}
