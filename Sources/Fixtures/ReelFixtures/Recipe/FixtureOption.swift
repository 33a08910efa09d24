import ReelClips
import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelTiming
import ReelVideo

/// The options of a recipe, with the names used on the command line, in suites and in manifests.
public enum FixtureOption: String, CaseIterable, Hashable, Sendable {
  case pattern
  case frames
  case fps
  case size
  case codec
  case pixelFormat = "pixel-format"
  case transfer
  case gop
  case bFrames = "b-frames"
  case crf
  case bitrate
  case lossless
  case alpha
  case fragmented
  case interlaced
  case timecode
  case rotate
  case orientation
  case audio
  case drawing
  case seed
  case drop
  case duplicate
  case swap
  case jitter
  case vfr
  case gap
  case startPTS = "start-pts"
  case negativePTS = "negative-pts"
  case truncate
  case flipBits = "flip-bits"
  case noMoov = "no-moov"
  case zeroLength = "zero-length"

  /// Whether the option is a switch, either on or off.
  public var isSwitch: Bool {
    switch self {
    case .lossless, .alpha, .fragmented, .vfr, .negativePTS, .noMoov, .zeroLength: true
    default: false
    }
  }
}

extension FixtureRecipe {
  /// Sets an option from text.
  ///
  /// - Parameters:
  ///   - option: The option.
  ///   - text: The value as on the command line; `true` or `false` for a switch.
  /// - Throws: `InvalidValue` for invalid text.
  public mutating func set(_ option: FixtureOption, _ text: String) throws(InvalidValue) {
    switch option {
    case .pattern: pattern = try OptionText.choice("pattern", text)
    case .frames: frameCount = try Self.whole("number of frames", text, Self.frameCounts)
    case .fps: frameRate = try FrameRate(parsing: text)
    case .size: size = try PixelSize(parsing: text, longest: Self.longestSide)
    case .codec:
      // FFmpeg's names are in lower case.
      let name = try Self.name("codec", text).lowercased()
      codec = ["h265": "hevc", "avc": "h264"][name] ?? name
    case .pixelFormat: pixelFormat = try Self.name("pixel format", text)
    case .transfer: transfer = try OptionText.choice("transfer", text)
    case .gop: gop = try Self.whole("gop", text, ClipConfiguration.keyframeRange)
    case .bFrames: bFrames = try Self.whole("b-frames", text, ClipConfiguration.bFrameRange)
    case .crf, .bitrate, .lossless: try setQuality(option, text)
    case .alpha: hasAlpha = try DescriptionText.flag("alpha", text)
    case .fragmented: isFragmented = try DescriptionText.flag("fragmented", text)
    case .interlaced: fields = try OptionText.choice("interlaced", text)
    case .timecode: timecode = try Self.timecode(text)
    case .rotate, .orientation: try turn(option, text)
    case .audio: sound = try OptionText.choice("audio", text)
    case .drawing: drawing = try Self.whole("drawing", text, Self.drawings)
    case .seed:
      guard text.utf8.first != UInt8(ascii: "+"), let value = UInt64(text) else {
        throw InvalidValue("seed", text, expected: "from 0 to 18446744073709551615")
      }
      seed = value
    case .drop: faults.drop = try FixtureFaults.frames(text: text)
    case .duplicate: faults.duplicate = try FixtureFaults.frames(text: text)
    case .swap: faults.swap = try FixtureFaults.swaps(text: text)
    case .jitter: faults.jitter = try ExactTime(text: text)
    case .vfr: faults.variableRate = try DescriptionText.flag("vfr", text)
    case .gap: faults.gaps = try FixtureFaults.gaps(text: text)
    case .startPTS, .negativePTS: try setStart(option, text)
    case .truncate: add(try FixtureDamage.truncation(text: text))
    case .flipBits: add(.flipBits(try Self.whole("number of flipped bits", text, 1...1_000_000)))
    case .noMoov: if try DescriptionText.flag("no-moov", text) { add(.noMoov) }
    case .zeroLength: if try DescriptionText.flag("zero-length", text) { add(.zeroLength) }
    }
  }

  /// Returns an option in the form that `set` accepts; nil if it is off, left to the encoder, or covered by another
  /// option.
  public func text(of option: FixtureOption) -> String? {
    switch option {
    case .pattern: pattern.rawValue
    case .frames: "\(frameCount)"
    case .fps: frameRate.description
    case .size: size.description
    case .codec: codec
    case .pixelFormat: pixelFormat
    case .transfer: transfer.isHDR ? transfer.rawValue : nil
    case .gop: "\(gop)"
    case .bFrames: "\(bFrames)"
    case .crf:
      if case .crf(let value) = quality {
        value == value.rounded() ? "\(Int(clamping: value))" : "\(value)"
      } else {
        nil
      }
    case .bitrate: if case .bitrate(let value) = quality { "\(value)" } else { nil }
    case .lossless: quality == .lossless ? "true" : nil
    case .alpha: hasAlpha ? "true" : nil
    case .fragmented: isFragmented ? "true" : nil
    case .interlaced: fields == .progressive ? nil : fields.rawValue
    case .timecode: timecode
    case .rotate: nil
    case .orientation: "\(orientation.rawValue)"
    case .audio: sound.rawValue
    case .drawing: drawing == 1 ? nil : "\(drawing)"
    case .seed: "\(seed)"
    case .drop: Self.list(faults.drop.map(String.init))
    case .duplicate: Self.list(faults.duplicate.map(String.init))
    case .swap: Self.list(faults.swap.map { "\($0.first):\($0.second)" })
    case .jitter: faults.jitter == .zero ? nil : faults.jitter.description
    case .vfr: faults.variableRate ? "true" : nil
    case .gap: Self.list(faults.gaps.map { "\($0.frame):\($0.length)" })
    case .startPTS: if case .at(let time) = faults.start { time.description } else { nil }
    case .negativePTS: faults.start == .negative ? "true" : nil
    case .truncate, .flipBits, .noMoov, .zeroLength: damageText(option)
    }
  }

  private func damageText(_ option: FixtureOption) -> String? {
    for step in damage {
      switch (option, step) {
      case (.truncate, .truncate(let percent)): return "\(percent)%"
      case (.flipBits, .flipBits(let count)): return "\(count)"
      case (.noMoov, .noMoov), (.zeroLength, .zeroLength): return "true"
      default: continue
      }
    }
    return nil
  }

  private mutating func add(_ step: FixtureDamage) {
    damage.removeAll { $0.rank == step.rank }
    damage.append(step)
    damage.sort { $0.rank < $1.rank }
  }

  private mutating func setQuality(_ option: FixtureOption, _ text: String) throws(InvalidValue) {
    let asked: EncodingQuality
    switch option {
    case .crf:
      guard let value = Double(text), (0...63).contains(value) else {
        throw InvalidValue("crf", text, expected: "from 0 to 63, or to 51 with most codecs")
      }
      asked = .crf(value)
    case .bitrate: asked = .bitrate(try Self.bitrate(text))
    default:
      guard try DescriptionText.flag("lossless", text) else { return }
      asked = .lossless
    }
    guard quality == .standard || quality == asked else {
      throw InvalidValue("quality", text, sentence: "crf, bitrate and lossless contradict each other: give only one")
    }
    quality = asked
  }

  private mutating func setStart(_ option: FixtureOption, _ text: String) throws(InvalidValue) {
    let asked: FixtureFaults.Start
    if option == .startPTS {
      asked = .at(try ExactTime(text: text))
    } else {
      guard try DescriptionText.flag("negative-pts", text) else { return }
      asked = .negative
    }
    guard faults.start == .zero || faults.start == asked else {
      throw InvalidValue("start", text, sentence: "start-pts and negative-pts contradict each other: give only one")
    }
    faults.start = asked
  }

  private mutating func turn(_ option: FixtureOption, _ text: String) throws(InvalidValue) {
    let turned: ImageOrientation?
    if option == .rotate {
      turned = ["0": .up, "90": .right, "180": .down, "270": .left][text]
    } else {
      turned = Int(text).flatMap(ImageOrientation.init(rawValue:))
    }
    guard let turned else {
      throw option == .rotate
        ? InvalidValue("rotate", text, expected: "0, 90, 180 or 270 degrees clockwise")
        : InvalidValue("orientation", text, expected: "an EXIF orientation from 1 to 8")
    }
    guard orientation == .up || orientation == turned else {
      throw InvalidValue(
        option.rawValue, text, sentence: "rotate and orientation contradict each other: give only one")
    }
    orientation = turned
  }
}

// MARK: - Values

extension FixtureRecipe {
  private static func list(_ parts: [String]) -> String? { parts.isEmpty ? nil : parts.joined(separator: ",") }

  private static func whole(_ name: String, _ text: String, _ range: ClosedRange<Int>) throws(InvalidValue) -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw InvalidValue(name, text, expected: "from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private static func name(_ what: String, _ text: String) throws(InvalidValue) -> String {
    let isName =
      !text.isEmpty && text.utf8.count <= 64
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains($0))
      }
    guard isName else { throw InvalidValue(what, text, expected: "one of FFmpeg's names, such as h264 or yuv420p") }
    return text
  }

  /// Checks the characters of a timecode.
  ///
  /// Its numbers depend on the frame rate, which may be set later, and are checked with it.
  private static func timecode(_ text: String) throws(InvalidValue) -> String {
    guard text.utf8.count == 11, text.allSatisfy({ $0.isNumber || $0 == ":" || $0 == ";" }) else {
      throw InvalidValue("timecode", text, expected: "hours, minutes, seconds and frames, such as 01:00:00:00")
    }
    return text
  }

  /// Parses bits a second: `800k`, `2M`, `2.5M`, `128000`.
  private static func bitrate(_ text: String) throws(InvalidValue) -> Int {
    let scale = text.hasSuffix("k") ? 1000.0 : text.hasSuffix("M") ? 1_000_000 : 1
    guard let value = Double(scale == 1 ? text : String(text.dropLast())), value > 0,
      case let bits = (value * scale).rounded(), bits <= Double(EncodingQuality.bitrateRange.upperBound),
      EncodingQuality.bitrateRange.contains(Int(clamping: bits))
    else { throw InvalidValue("bitrate", text, expected: "bits a second from 1k to 1000M, such as 800k or 2M") }
    return Int(clamping: bits)
  }
}
