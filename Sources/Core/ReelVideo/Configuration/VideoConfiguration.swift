import ReelGeometry
import ReelTiming

/// The properties and the encoding of a movie.
///
/// The same configuration, pictures and FFmpeg give the same bytes.
public struct VideoConfiguration: Hashable, Sendable {
  /// How frames that equal the one before are written.
  public enum Stills: String, CaseIterable, Hashable, Sendable {
    /// As a skipped picture of a dozen bytes, which never reaches the encoder.
    ///
    /// Only with libx264; other encoders encode it. The picture on screen then does not change by a bit until it moves
    /// again or the next key frame comes. The film has no B-frames: decoders support either, but OpenH264 loses
    /// frames of films with both.
    case skip
    /// Like any other frame; with libx264 the film then has B-frames, and is smaller by a tenth if everything moves.
    case encode
  }

  /// How long the encoder buffers pictures.
  public enum Delay: Hashable, Sendable {
    /// As long as lookahead pays: some ten to fifty pictures, however long they are shown.
    case lookahead
    /// Not at all, for live recording: a picture is in the file within a second.
    ///
    /// With libx264 there are then no B-frames and no lookahead, and files are about a quarter larger.
    case none
  }

  /// The most bytes that a film may have.
  ///
  /// The encoder keeps its quality while it can: a third of the bytes is a reserve from which it takes more than its even share.
  public struct ByteLimit: Hashable, Sendable {
    /// The most bytes of the file.
    public var byteCount: Int
    /// The frames of the film.
    public var frameCount: Int

    /// Creates a limit.
    public init(byteCount: Int, frameCount: Int) {
      self.byteCount = byteCount
      self.frameCount = frameCount
    }

    /// The bytes for pictures: a container takes some for itself and some for each frame.
    var pictureBytes: Int { byteCount * 15 / 16 - 2048 - 24 * frameCount }
  }

  /// A converter from pixels to the samples of a pixel format.
  public enum Converter: String, CaseIterable, Hashable, Sendable {
    /// Reel's own conversion of the tiles that changed: the same samples on every machine. Formats that it does not have
    /// (`PixelFormat.isTiled`) go through swscale.
    case tiles
    /// FFmpeg's swscale, picture by picture, for every format.
    case swscale
  }

  /// The legal length of a side, in pixels.
  public static let sideRange = 16...16_384
  /// The legal constant rate factors of the codec that has the most; see `VideoCodec.crfRange`.
  public static let crfRange: ClosedRange<Double> = 0...63
  /// The legal thread counts.
  public static let threadRange = 1...64
  /// The legal distances of key frames, in frames.
  public static let keyframeRange = 1...100_000

  /// The size of the pictures; both sides even in 4:2:0.
  public var size: PixelSize
  /// The constant frame rate.
  public var frameRate: FrameRate
  /// The codec.
  public var codec: VideoCodec
  /// How colours are stored; one of the codec's `pixelFormats`.
  public var pixelFormat: PixelFormat { didSet { isFormatChosen = true } }
  /// Whether the pixel format was chosen; otherwise it is the codec's usual one, and a source with finer samples may keep them.
  package private(set) var isFormatChosen = false
  /// The converter from pixels to samples.
  public var converter: Converter
  /// The most bytes of the file, and the frames of the film that has to fit; nil for as many as the quality takes.
  public var limit: ByteLimit?
  /// Whether quality is given up by encoding the film again until it fits, and not by the encoder as it goes; see
  /// `FittingFilm`.
  package var isLimitSearched = false
  /// How faithful the pictures are.
  public var quality: EncodingQuality
  /// The trade-off between speed and size; only libx264 has presets.
  public var preset: Preset
  /// The number of encoder threads.
  ///
  /// It is fixed and does not follow the machine, because the pictures change with it.
  public var threads: Int
  /// The maximum number of frames between key frames: what a player has to decode to seek.
  public var keyframeInterval: Int
  /// How frames that equal the one before are written.
  public var stills: Stills
  /// How long the encoder buffers pictures.
  public var delay: Delay
  /// Whether the growing file is synced to the disk with every fragment, so that it survives a loss of power.
  ///
  /// Without it the growing file survives the death of the process; the finished one is always synced.
  public var isDurable: Bool
  /// The FFmpeg name of the encoder, or nil for the best one there is for the codec.
  public var encoder: String?
  /// How many frames the film is to have, if anybody knows: a short one is not cut into segments.
  package var frameCount: Int?
  /// The clock of the frames' own times; nil for a film of a constant rate.
  package var clock: TimeBase?
  /// The form of samples that are encoded as they came; nil for pictures that are converted here.
  package var samples: SampleForm?
  /// How players show the pictures.
  package var display = SampleDisplay()

  /// Creates a configuration; its values are checked when a writer is opened with it.
  ///
  /// Without a `keyframeInterval`, key frames are ten seconds apart, but at most 250 frames.
  public init(
    size: PixelSize, frameRate: FrameRate, pixelFormat: PixelFormat = .yuv420p, quality: EncodingQuality = .crf(23),
    preset: Preset = .veryfast, threads: Int = 2, keyframeInterval: Int? = nil,
    stills: Stills = .skip, delay: Delay = .lookahead, encoder: String? = nil, isDurable: Bool = false,
    codec: VideoCodec = .h264, converter: Converter = .tiles
  ) {
    self.codec = codec
    self.converter = converter
    limit = nil
    frameCount = nil
    clock = nil
    samples = nil
    self.size = size
    self.frameRate = frameRate
    self.pixelFormat = pixelFormat
    self.quality = quality
    self.preset = preset
    self.threads = threads
    self.keyframeInterval = keyframeInterval ?? min(250, max(1, frameRate.frameCount(seconds: 10)))
    self.stills = stills
    self.delay = delay
    self.encoder = encoder
    self.isDurable = isDurable
  }

  /// Takes a codec, with the pixel format and the quality that it usually has.
  public mutating func use(_ codec: VideoCodec) {
    self.codec = codec
    pixelFormat = codec.pixelFormats[0]
    isFormatChosen = false
    quality = codec.usualCRF.map { .crf($0) } ?? .standard
  }

  /// Checks every value, as a writer does before it opens anything.
  ///
  /// - Throws: `InvalidValue` for the first value outside its range; for an odd size in 4:2:0 the message names the nearest even one.
  public func validate() throws(InvalidValue) {
    let sides = Self.sideRange
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw InvalidValue(
        "size", size, expected: "from \(sides.lowerBound) to \(sides.upperBound) pixels wide and high")
    }
    guard Self.fits(size) else {
      throw InvalidValue("size", size, expected: "smaller: FFmpeg supports 16384x16128 at most")
    }
    try validateForm()
    try validateQuality()
    try validateLimit()
    guard Self.threadRange.contains(threads) else {
      throw InvalidValue("thread count", threads, expected: "from 1 to \(Self.threadRange.upperBound)")
    }
    guard Self.keyframeRange.contains(keyframeInterval) else {
      throw InvalidValue(
        "keyframe interval", keyframeInterval, expected: "from 1 to \(Self.keyframeRange.upperBound) frames")
    }
  }

  /// Checks that the codec has the pixel format, and that the size is one of it.
  private func validateForm() throws(InvalidValue) {
    guard codec.pixelFormats.contains(pixelFormat) else {
      throw InvalidValue(
        "pixel format", pixelFormat.rawValue,
        expected: "one that \(codec.rawValue) supports: \(codec.pixelFormats.map(\.rawValue).joined(separator: ", "))")
    }
    let nearest = Self.nearestEven(size)
    let even = PixelSize(
      width: pixelFormat.columns == 2 ? nearest.width : size.width,
      height: pixelFormat.rows == 2 ? nearest.height : size.height)
    guard size != even else { return }
    let what = pixelFormat.rows == 2 ? "even in both directions" : "of an even width"
    let other = codec.pixelFormats.first { $0.columns == 1 }.map { ", or in \($0.rawValue)" } ?? ""
    throw InvalidValue("size", size, expected: "\(what) in \(pixelFormat.rawValue), such as \(even)\(other)")
  }

  /// Checks that the codec can be as faithful as that.
  private func validateQuality() throws(InvalidValue) {
    switch quality {
    case .standard: break
    case .lossless:
      guard codec.isLosslessPossible else {
        throw InvalidValue(
          "quality", "lossless", sentence: "\(codec.rawValue) always loses something: leave out --lossless, or use ffv1"
        )
      }
    case .crf(let factor):
      guard let range = codec.crfRange else {
        throw InvalidValue("crf", factor, sentence: "\(codec.rawValue) has no rate factor: leave out --crf")
      }
      guard range.contains(factor) else {
        let shown = factor == factor.rounded() && abs(factor) < 1e9 ? "\(Int(clamping: factor))" : "\(factor)"
        throw InvalidValue(
          "crf", shown, expected: "from 0 to \(Int(clamping: range.upperBound)) with \(codec.rawValue)")
      }
    case .bitrate(let rate):
      guard codec.crfRange != nil else {
        throw InvalidValue("bit rate", rate, sentence: "\(codec.rawValue) takes no bit rate: leave it out")
      }
      guard EncodingQuality.bitrateRange.contains(rate) else {
        throw InvalidValue("bit rate", rate, expected: "from 1000 to 1000000000 bits a second")
      }
    }
  }

  /// Checks that the film can be made so small at all: 64 bits for a square of 16 pixels in each second.
  private func validateLimit() throws(InvalidValue) {
    guard let limit else { return }
    guard quality != .lossless, codec.crfRange != nil else {
      throw InvalidValue(
        "number of bytes", limit.byteCount,
        sentence:
          "--max-bytes can't limit a lossless movie, or a codec without --crf: leave it out, or choose h264"
      )
    }
    guard limit.pictureBytes > 0 else {
      throw InvalidValue(
        "number of bytes", limit.byteCount,
        sentence:
          "a movie of \(limit.frameCount) frames does not fit into \(limit.byteCount) bytes: allow more, or make it shorter"
      )
    }
  }

  /// Whether FFmpeg takes pictures of a size.
  ///
  /// `av_image_check_size2` counts eight bytes a pixel and a margin, which must stay below 2³¹ − 1.
  private static func fits(_ size: PixelSize) -> Bool {
    8 * (size.width + 128) * (size.height + 128) < Int(Int32.max)
  }

  /// Returns a size with both sides even: odd ones become one pixel larger, if that is still legal.
  public static func nearestEven(_ size: PixelSize) -> PixelSize {
    func even(_ side: Int) -> Int { min(side + side % 2, sideRange.upperBound) }
    return PixelSize(width: even(size.width), height: even(size.height))
  }
}
