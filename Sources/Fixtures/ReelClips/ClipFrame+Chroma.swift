import CReelFFmpeg
import ReelVideo

extension ClipFrame {
  /// 8-bit formats with two planes of chroma.
  private static let planar: Set<String> = ["yuv420p", "yuv422p", "yuv444p", "yuva420p", "yuva422p", "yuva444p"]
  /// The distance between the rows that are examined.
  private static let step = 4

  /// The mean distance of chroma from grey in both planes; nil for other formats than planar YUV in 8 bits.
  package func chromaStrength() -> Double? {
    let native = frame.pointer.pointee
    guard Self.planar.contains(pixelFormat), let u = native.data.1, let v = native.data.2 else { return nil }
    let width = pixelFormat.contains("444") ? size.width : (size.width + 1) / 2
    let height = pixelFormat.contains("420") ? (size.height + 1) / 2 : size.height
    var (sum, count) = (0, 0)
    for (plane, stride) in [(u, Int(native.linesize.1)), (v, Int(native.linesize.2))] {
      for y in Swift.stride(from: 0, to: height, by: Self.step) {
        for x in 0..<width { sum += abs(Int(plane[y * stride + x]) - 128) }
        count += width
      }
    }
    return count > 0 ? Double(sum) / Double(count) : nil
  }
}

extension RawPicture {
  /// The mean distance of chroma from grey in a picture whose planes of chroma follow its luma, in 8 bits.
  package var chromaStrength: Double {
    let chroma = bytes.dropFirst(size.area)
    return chroma.isEmpty ? 0 : Double(chroma.reduce(0) { $0 + abs(Int($1) - 128) }) / Double(chroma.count)
  }
}
