import ReelCanvas
import ReelClips
import ReelDescriptions
import ReelGeometry
import ReelTiming
import ReelVideo

/// An option of a recipe, with the name used on the command line, in suites and in manifests.
public typealias FixtureOption = DescriptionOption<FixtureRecipe>

extension FixtureRecipe: Describable {
  /// The kind `fixture`.
  public static let kind = "fixture"

  /// All options, in the order of reading.
  public static let options: [FixtureOption] = [
    .pattern, .frames, .fps, .size, .codec, .pixelFormat, .transfer, .gop, .bFrames, .crf, .bitrate, .lossless, .alpha,
    .fragmented, .interlaced, .timecode, .rotate, .orientation, .audio, .drawing, .seed, .drop, .duplicate, .swap,
    .jitter, .vfr, .gap, .startPTS, .negativePTS, .truncate, .flipBits, .noMoov, .zeroLength,
  ]

  /// Sets an option from text.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - text: The value as on the command line; `true` or `false` for a switch.
  /// - Throws: `InvalidValue` for invalid text.
  public mutating func set(_ option: FixtureOption, _ text: String) throws(InvalidValue) {
    do {
      try option.set(text, in: &self)
    } catch {
      throw error as? InvalidValue ?? InvalidValue(option.name, text, sentence: "\(error)")
    }
  }

  /// Returns an option in the form that `set` accepts; nil if it is off, left to the encoder, or covered by another
  /// option.
  public func text(of option: FixtureOption) -> String? { option.text(in: self) }

  /// The names of all options.
  static var names: String { options.map(\.name).joined(separator: ", ") }
}

// MARK: - Pictures and sound

extension DescriptionOption where Subject == FixtureRecipe {
  /// The pattern behind the marks.
  public static var pattern: Self {
    Self(
      "pattern", "name",
      help: "counter, bars, gradient, checker, noise, motion, snowflake or solid. (default: counter)",
      read: { $0.pattern = try OptionText.choice("pattern", $1) }, write: { $0.pattern.rawValue })
  }

  /// The number of frames.
  public static var frames: Self {
    whole(
      "frames", help: "The number of frames.", \.frameCount, FixtureRecipe.frameCounts, meaning: "number of frames")
  }

  /// The frame rate.
  public static var fps: Self {
    Self(
      "fps", "rate", help: "Frames a second: 25, 29.97, 30000/1001.",
      read: { $0.frameRate = try FrameRate(parsing: $1) }, write: { $0.frameRate.description })
  }

  /// The stored size.
  public static var size: Self {
    Self(
      "size", "size", help: "The stored size, 176x144 or larger: 1280x720, 720p, 4k.",
      read: { $0.size = try PixelSize(parsing: $1, longest: FixtureRecipe.longestSide) },
      write: { $0.size.description })
  }

  /// The seed of everything random.
  public static var seed: Self {
    Self(
      "seed", "number", help: "The seed of everything random.",
      read: { recipe, text in
        guard text.utf8.first != UInt8(ascii: "+"), let value = UInt64(text) else {
          throw InvalidValue("seed", text, expected: "from 0 to 18446744073709551615")
        }
        recipe.seed = value
      }, write: { "\($0.seed)" })
  }

  /// The sound.
  public static var audio: Self {
    Self(
      "audio", "name", help: "none, or beep for a beep and a white flash at each whole second. (default: none)",
      read: { $0.sound = try OptionText.choice("audio", $1) }, write: { $0.sound.rawValue })
  }

  /// The version of marks and beeps.
  public static var drawing: Self {
    Self(
      "drawing", "number", help: "The version of marks and beeps, 1 or 2; a version never changes. (default: 2)",
      read: { $0.drawing = try OptionText.whole("drawing", $1, FixtureRecipe.drawings) },
      write: { $0.drawing == 1 ? nil : "\($0.drawing)" })
  }

  /// The rotation by players; written as `orientation`.
  public static var rotate: Self {
    Self(
      "rotate", "degrees", help: "Store the frames so that players turn them clockwise by 90, 180 or 270.",
      read: { recipe, text in
        guard let turned = ["0": ImageOrientation.up, "90": .right, "180": .down, "270": .left][text] else {
          throw InvalidValue("rotate", text, expected: "0, 90, 180 or 270 degrees clockwise")
        }
        try recipe.turn(turned, "rotate", text)
      }, write: { _ in nil })
  }

  /// The rotation by players, with mirroring.
  public static var orientation: Self {
    Self(
      "orientation", "number", help: "The same including mirroring, as an EXIF orientation from 1 to 8. (default: 1)",
      read: { recipe, text in
        guard let turned = Int(text).flatMap(ImageOrientation.init(rawValue:)) else {
          throw InvalidValue("orientation", text, expected: "an EXIF orientation from 1 to 8")
        }
        try recipe.turn(turned, "orientation", text)
      }, write: { "\($0.orientation.rawValue)" })
  }
}

// MARK: - Encoding

extension DescriptionOption where Subject == FixtureRecipe {
  /// The codec or encoder.
  public static var codec: Self {
    Self(
      "codec", "name", help: "A codec or encoder by FFmpeg's name. (default: the container's usual one)",
      read: { recipe, text in
        // FFmpeg's names are in lower case.
        let name = try FixtureRecipe.name("codec", text).lowercased()
        recipe.codec = ["h265": "hevc", "avc": "h264"][name] ?? name
      }, write: { $0.codec })
  }

  /// The pixel format.
  public static var pixelFormat: Self {
    Self(
      "pixel-format", "name", help: "A pixel format by FFmpeg's name.",
      read: { $0.pixelFormat = try FixtureRecipe.name("pixel format", $1) }, write: { $0.pixelFormat })
  }

  /// The transfer function.
  public static var transfer: Self {
    Self(
      "transfer", "name", help: "sdr, or pq or hlg for high dynamic range in 10-bit BT.2020. (default: sdr)",
      read: { $0.transfer = try OptionText.choice("transfer", $1) },
      write: { $0.transfer.isHDR ? $0.transfer.rawValue : nil })
  }

  /// The keyframe interval.
  public static var gop: Self {
    whole("gop", help: "The keyframe interval in frames.", \.gop, ClipConfiguration.keyframeRange)
  }

  /// The number of consecutive B-frames.
  public static var bFrames: Self {
    whole("b-frames", help: "The number of consecutive B-frames.", \.bFrames, ClipConfiguration.bFrameRange)
  }

  /// The constant quality.
  public static var crf: Self {
    Self(
      "crf", "number", help: "Constant quality on the encoder's scale; 0 is best.",
      read: { recipe, text in
        guard let value = Double(text), (0...63).contains(value) else {
          throw InvalidValue("crf", text, expected: "from 0 to 63, or to 51 with most codecs")
        }
        try recipe.ask(for: .crf(value), text)
      },
      write: { recipe in
        guard case .crf(let value) = recipe.quality else { return nil }
        return value == value.rounded() ? "\(Int(clamping: value))" : "\(value)"
      })
  }

  /// The average bit rate.
  public static var bitrate: Self {
    Self(
      "bitrate", "rate", help: "The average bit rate: 800k, 2M bits per second.",
      read: { try $0.ask(for: .bitrate(try FixtureRecipe.bitrate($1)), $1) },
      write: { recipe in
        guard case .bitrate(let value) = recipe.quality else { return nil }
        return "\(value)"
      })
  }

  /// Encoding without loss.
  public static var lossless: Self {
    flag("lossless", help: "Encode without loss.", isOn: { $0.quality == .lossless }) {
      try $0.ask(for: .lossless, "true")
    }
  }

  /// An alpha channel.
  public static var alpha: Self {
    Self(
      switch: "alpha",
      help: "Store an alpha channel with steps from opaque to transparent, in .mov, .mkv, .avi or pictures.", \.hasAlpha
    )
  }

  /// Fragments, as for streaming.
  public static var fragmented: Self {
    Self(
      switch: "fragmented",
      help: "Write a fragmented MP4 or MOV file as for streaming, with one fragment for each keyframe.", \.isFragmented)
  }

  /// The order of fields.
  public static var interlaced: Self {
    Self(
      "interlaced", "order", help: "tff or bff: two fields in each frame, top or bottom field first.",
      read: { $0.fields = try OptionText.choice("interlaced", $1) },
      write: { $0.fields == .progressive ? nil : $0.fields.rawValue })
  }

  /// The timecode of frame 0.
  public static var timecode: Self {
    Self(
      "timecode", "time", help: "The timecode of frame 0: 01:00:00:00, or 01:00:00;00 for drop-frame.",
      read: { recipe, text in
        // Its numbers depend on the frame rate, which may be set later, and are checked with it.
        guard text.utf8.count == 11, text.allSatisfy({ $0.isNumber || $0 == ":" || $0 == ";" }) else {
          throw InvalidValue("timecode", text, expected: "hours, minutes, seconds and frames, such as 01:00:00:00")
        }
        recipe.timecode = text
      }, write: { $0.timecode })
  }
}

// MARK: - Faults

extension DescriptionOption where Subject == FixtureRecipe {
  /// Frames that are missing.
  public static var drop: Self {
    Self(
      "drop", "10,20-25", help: "Leave out frames; their time stays empty.",
      read: { $0.faults.drop = try FixtureFaults.frames(text: $1) },
      write: { FixtureRecipe.list($0.faults.drop.map(String.init)) })
  }

  /// Frames that are shown twice.
  public static var duplicate: Self {
    Self(
      "duplicate", "7", help: "Show frames twice; the rest is delayed.",
      read: { $0.faults.duplicate = try FixtureFaults.frames(text: $1) },
      write: { FixtureRecipe.list($0.faults.duplicate.map(String.init)) })
  }

  /// Frames that change places.
  public static var swap: Self {
    Self(
      "swap", "3:4", help: "Swap frames.", read: { $0.faults.swap = try FixtureFaults.swaps(text: $1) },
      write: { FixtureRecipe.list($0.faults.swap.map { "\($0.first):\($0.second)" }) })
  }

  /// Frames that are early or late.
  public static var jitter: Self {
    Self(
      "jitter", "5ms", help: "Show frames early or late by up to this much.",
      read: { $0.faults.jitter = try ExactTime(text: $1) },
      write: { $0.faults.jitter == .zero ? nil : $0.faults.jitter.description })
  }

  /// Frames of varying duration.
  public static var vfr: Self {
    Self(switch: "vfr", help: "Vary frame durations: half, normal or double.", \.faults.variableRate)
  }

  /// Pauses.
  public static var gap: Self {
    Self(
      "gap", "40:0.5s", help: "Pause before a frame for this long.",
      read: { $0.faults.gaps = try FixtureFaults.gaps(text: $1) },
      write: { FixtureRecipe.list($0.faults.gaps.map { "\($0.frame):\($0.length)" }) })
  }

  /// The time of the first frame.
  public static var startPTS: Self {
    Self(
      "start-pts", "1.5s", help: "The time of the first frame.",
      read: { try $0.start(.at(try ExactTime(text: $1)), $1) },
      write: { recipe in
        guard case .at(let time) = recipe.faults.start else { return nil }
        return time.description
      })
  }

  /// Times before zero.
  public static var negativePTS: Self {
    flag("negative-pts", help: "Begin two frames before time 0.", isOn: { $0.faults.start == .negative }) {
      try $0.start(.negative, "true")
    }
  }

  /// The part of the file that is kept.
  public static var truncate: Self {
    Self(
      "truncate", "60%", help: "Keep only the first part of the file.",
      read: { $0.add(try FixtureDamage.truncation(text: $1)) },
      write: { recipe in
        for case .truncate(let percent) in recipe.damage { return "\(percent)%" }
        return nil
      })
  }

  /// Bits that are flipped.
  public static var flipBits: Self {
    Self(
      "flip-bits", "12", help: "Flip random bits, chosen by the seed.",
      read: { $0.add(.flipBits(try OptionText.whole("number of flipped bits", $1, 1...1_000_000))) },
      write: { recipe in
        for case .flipBits(let count) in recipe.damage { return "\(count)" }
        return nil
      })
  }

  /// A missing index.
  public static var noMoov: Self {
    flag("no-moov", help: "Remove the index of an MP4 or MOV file.", isOn: { $0.damage.contains(.noMoov) }) {
      $0.add(.noMoov)
    }
  }

  /// An empty file.
  public static var zeroLength: Self {
    flag("zero-length", help: "Leave an empty file.", isOn: { $0.damage.contains(.zeroLength) }) {
      $0.add(.zeroLength)
    }
  }

  private static func whole(
    _ name: String, help: String, _ path: any WritableKeyPath<FixtureRecipe, Int> & Sendable, _ range: ClosedRange<Int>,
    meaning: String? = nil
  ) -> Self {
    Self(
      name, "number", help: help,
      read: { $0[keyPath: path] = try OptionText.whole(meaning ?? name, $1, range) },
      write: { "\($0[keyPath: path])" })
  }

  /// An option that is on or off, and does nothing when it is off.
  private static func flag(
    _ name: String, help: String, isOn: @escaping @Sendable (FixtureRecipe) -> Bool,
    _ turnOn: @escaping @Sendable (inout FixtureRecipe) throws -> Void
  ) -> Self {
    Self(
      name, "", help: help, choices: ["true", "false"],
      read: { recipe, text in if try DescriptionText.flag(name, text) { try turnOn(&recipe) } },
      write: { isOn($0) ? "true" : nil })
  }
}

// MARK: - Values

extension FixtureRecipe {
  fileprivate mutating func add(_ step: FixtureDamage) {
    damage.removeAll { $0.rank == step.rank }
    damage.append(step)
    damage.sort { $0.rank < $1.rank }
  }

  fileprivate mutating func ask(for asked: EncodingQuality, _ text: String) throws(InvalidValue) {
    guard quality == .standard || quality == asked else {
      throw InvalidValue("quality", text, sentence: "crf, bitrate and lossless contradict each other: give only one")
    }
    quality = asked
  }

  fileprivate mutating func start(_ asked: FixtureFaults.Start, _ text: String) throws(InvalidValue) {
    guard faults.start == .zero || faults.start == asked else {
      throw InvalidValue("start", text, sentence: "start-pts and negative-pts contradict each other: give only one")
    }
    faults.start = asked
  }

  fileprivate mutating func turn(_ turned: ImageOrientation, _ name: String, _ text: String) throws(InvalidValue) {
    guard orientation == .up || orientation == turned else {
      throw InvalidValue(name, text, sentence: "rotate and orientation contradict each other: give only one")
    }
    orientation = turned
  }

  fileprivate static func list(_ parts: [String]) -> String? { parts.isEmpty ? nil : parts.joined(separator: ",") }

  fileprivate static func name(_ what: String, _ text: String) throws(InvalidValue) -> String {
    let isName =
      !text.isEmpty && text.utf8.count <= 64
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains($0))
      }
    guard isName else { throw InvalidValue(what, text, expected: "one of FFmpeg's names, such as h264 or yuv420p") }
    return text
  }

  /// Parses bits a second: `800k`, `2M`, `2.5M`, `128000`.
  fileprivate static func bitrate(_ text: String) throws(InvalidValue) -> Int {
    let scale = text.hasSuffix("k") ? 1000.0 : text.hasSuffix("M") ? 1_000_000 : 1
    guard let value = Double(scale == 1 ? text : String(text.dropLast())), value > 0,
      case let bits = (value * scale).rounded(), bits <= Double(EncodingQuality.bitrateRange.upperBound),
      EncodingQuality.bitrateRange.contains(Int(clamping: bits))
    else { throw InvalidValue("bitrate", text, expected: "bits a second from 1k to 1000M, such as 800k or 2M") }
    return Int(clamping: bits)
  }
}
