import CReelFFmpeg
import ReelCanvas
import ReelGeometry

extension ImageOrientation {
  /// Notes in a stream how its pictures have to be turned.
  package func attach(to stream: UnsafeMutablePointer<AVStream>, of size: PixelSize) throws(FFmpegError) {
    let matrix = displayMatrix(of: size)
    let byteCount = matrix.count * MemoryLayout<Int32>.size
    let data = try check(
      reel_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, byteCount), "av_packet_side_data_new")
    UnsafeMutableRawBufferPointer(start: data, count: byteCount).copyBytes(from: matrix.withUnsafeBytes { Array($0) })
  }

  /// The nine numbers of a QuickTime matrix that turns an image of a stored size upright.
  func displayMatrix(of size: PixelSize) -> [Int32] {
    let transform = transform(of: size)
    func fixed(_ value: Double) -> Int32 { Int32(clamping: value * 65_536) }
    return [
      fixed(transform.a), fixed(transform.b), 0, fixed(transform.c), fixed(transform.d), 0, fixed(transform.tx),
      fixed(transform.ty), 1 << 30,
    ]
  }

  /// Reads the nine numbers of a QuickTime matrix, as FFmpeg stores them; nil unless it is one of the eight orientations.
  package init?(displayMatrixAt bytes: UnsafePointer<UInt8>) {
    self.init(
      displayMatrix: (0..<9).map { UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) })
  }

  /// Reads a QuickTime matrix; nil unless it is one of the eight orientations.
  init?(displayMatrix matrix: [Int32]) {
    guard matrix.count == 9 else { return nil }
    func signs(_ numbers: [Int32]) -> [Int] { numbers.map { Int($0.signum()) } }
    let given = signs([matrix[0], matrix[1], matrix[3], matrix[4]])
    let unit = PixelSize(width: 1, height: 1)
    let found = Self.allCases.first { orientation in
      let own = orientation.displayMatrix(of: unit)
      return signs([own[0], own[1], own[3], own[4]]) == given
    }
    guard let found else { return nil }
    self = found
  }
}

/// The smallest number that both divide.
package func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
  var (x, y) = (a, b)
  while y != 0 { (x, y) = (y, x % y) }
  return a / x * b
}
