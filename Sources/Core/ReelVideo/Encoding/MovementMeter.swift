import CReelFFmpeg

/// Measures how much of a picture a movement changes, by every eighth sample of every eighth row of luma.
///
/// A dissolve changes half of the picture and more with every frame, a drawing that grows or a written line a few
/// hundredths. The result depends on the pictures of a segment alone, so jobs and parts see the same.
struct MovementMeter {
  /// The distance of the samples, and the number of pictures that count.
  private static let (step, window) = (8, 12)

  private var samples: [UInt8] = []
  /// The share of samples that changed with each of the last pictures of this movement.
  private var shares: [Double] = []

  /// The mean share of the picture that changed with each of the last pictures, from 0 to 1; 0 after a still.
  var share: Double { shares.isEmpty ? 0 : shares.reduce(0, +) / Double(shares.count) }

  /// Adds a picture.
  ///
  /// - Parameter followsStill: Whether a movement begins with it.
  mutating func add(_ picture: borrowing VideoFrame, followsStill: Bool) {
    let native = picture.pointer.pointee
    guard let start = native.data.0, let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: native.format)) else {
      return
    }
    let width = Int(native.width) * (format.pointee.comp.0.depth > 8 ? 2 : 1)
    let isFirst = samples.isEmpty
    var (position, changed) = (0, 0)
    for row in stride(from: Self.step / 2, to: Int(native.height), by: Self.step) {
      let line = start + row * Int(native.linesize.0)
      // The low byte of a sample of two: their order is little-endian.
      for column in stride(from: 2, to: width, by: Self.step) {
        if isFirst {
          samples.append(line[column])
        } else if samples[position] != line[column] {
          samples[position] = line[column]
          changed += 1
        }
        position += 1
      }
    }
    if followsStill { shares = [] }
    guard !isFirst else { return }
    if shares.count == Self.window { shares.removeFirst() }
    shares.append(Double(changed) / Double(max(1, position)))
  }
}
