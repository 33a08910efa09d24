import CReel
import ReelCanvas
import ReelFiles
import ReelFilms
import ReelGeometry
import ReelImages
import ReelPlatform
import ReelRecording
import ReelTiming
import ReelVideo

/// A checked `reel_spec` with the path of its film.
struct FilmSpec {
  /// The size of the program's pictures.
  let size: PixelSize
  let layout: PixelLayout
  let frameRate: FrameRate
  /// Whether frames come with times of their own.
  let isTimed: Bool
  private let output: FilmOutput

  /// The clock of frames with times of their own: microseconds.
  static let clock = TimeBase(1, 1_000_000)

  /// Reads what a program has filled in.
  ///
  /// - Throws: `Failure` or `InvalidValue` for what can't be.
  init(path: UnsafePointer<CChar>?, _ pointer: UnsafePointer<reel_spec>?) throws {
    guard let path, let pointer else { throw Failure(usage: "reel_open needs a path and a reel_spec, and one is NULL") }
    try Self.checkSize(of: pointer)
    let spec = pointer.pointee
    size = PixelSize(width: Int(spec.width), height: Int(spec.height))
    guard Bitmap.sideRange.contains(size.width), Bitmap.sideRange.contains(size.height) else {
      throw InvalidValue("size", size, expected: "from 1x1 to 32767x32767 pixels")
    }
    layout = try PixelLayout(format: spec.format, alpha: spec.alpha)
    frameRate =
      spec.rate_numerator == 0
      ? 25 : try FrameRate(Int(spec.rate_numerator), spec.rate_denominator == 0 ? 1 : Int(spec.rate_denominator))
    isTimed = spec.timed != 0
    var output = FilmOutput(try Self.absolutePath(path))
    let encoding = try Self.encoding(spec.options)
    output.configure = { encoding.apply(to: &$0) }
    // A film lasts as long as its frames.
    output.animation.holdLast = 0
    self.output = output
  }

  /// A program that was compiled with a later header may only ask for what is known here.
  private static func checkSize(of pointer: UnsafePointer<reel_spec>) throws {
    let (size, known) = (pointer.pointee.struct_size, MemoryLayout<reel_spec>.size)
    guard (known...4096).contains(size) else {
      throw InvalidValue("struct_size of reel_spec", size, expected: "sizeof(reel_spec)")
    }
    let rest = UnsafeRawBufferPointer(start: UnsafeRawPointer(pointer) + known, count: size - known)
    guard rest.allSatisfy({ $0 == 0 }) else {
      throw Failure(
        usage:
          "reel_spec asks for something that this library, version \(ReelVersion.current), does not know: update it")
    }
  }

  /// The program may change its folder while it records.
  private static func absolutePath(_ pointer: UnsafePointer<CChar>) throws -> String {
    guard let path = String(validatingCString: pointer) else {
      throw Failure(usage: "the path is not valid UTF-8")
    }
    if path == "-" { throw Failure(usage: "a film can't go to standard output from here: name a file") }
    guard !path.isEmpty, !path.hasPrefix("/") else { return path }
    guard let folder = getcwd(nil, 0) else { throw SystemError(errno, "getcwd") }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// Reads `crf=18 preset=slow lossless`.
  private static func encoding(_ pointer: UnsafePointer<CChar>?) throws -> EncodingSettings {
    var settings = EncodingSettings()
    guard let pointer else { return settings }
    for word in String(cString: pointer).split(whereSeparator: { " ,".contains($0) }) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      try settings.set(String(parts[0]), parts.count > 1 ? String(parts[1]) : "true")
    }
    return settings
  }

  /// Returns the sink with the stream that it will take, after all that can be checked without opening anything.
  ///
  /// - Parameter tracks: where the chapters go that come with the frames.
  /// - Throws: what the output refuses.
  func open(_ tracks: ArrivingTracks) throws -> (sink: any FrameSink, stream: FrameStream) {
    var sink = try output.sink()
    if let steady = steadyRate { sink = SteadySink(sink, frameRate: steady, seconds: nil) }
    var stream = FrameStream(size: size, frameRate: frameRate, hasAlpha: layout.hasAlpha)
    stream.clock = isTimed ? Self.clock : nil
    stream.tracks.arriving = tracks
    do {
      _ = try sink.preflight(stream, frameCount: nil)
    } catch {
      // Most codecs need even sides.
      stream.size = PixelSize(width: size.width + size.width % 2, height: size.height + size.height % 2)
      guard stream.size != size else { throw error }
      _ = try sink.preflight(stream, frameCount: nil)
    }
    return (sink, stream)
  }

  /// The constant rate of an animated picture, where it can't have the film's; nil for other outputs.
  private var steadyRate: FrameRate? {
    guard let format = OutputFormat.of(output.path), !format.abilities.contains(.numbered),
      !format.abilities.contains(.reordering)
    else { return nil }
    let highest = AnimationSettings.highestRate
    return isTimed || frameRate.framesPerSecond > highest.framesPerSecond ? highest : nil
  }
}
