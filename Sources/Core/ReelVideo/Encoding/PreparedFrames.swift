import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Frames that are converted first and encoded later, to measure the two separately.
///
/// It stores every converted picture, so it is for benchmarks and not for movies: 300 frames of 1280×720 take 415 MB.
package final class PreparedFrames {
  /// A reference to the planes of a converted picture, which the converter no longer changes.
  private final class Picture {
    let frame: VideoFrame

    init(of original: borrowing VideoFrame) throws {
      frame = try VideoFrame()
      try check(av_frame_ref(frame.pointer, original.pointer), "av_frame_ref")
    }
  }

  private let configuration: VideoConfiguration
  private var converter: PixelConverter
  private var pictures: [Picture] = []

  /// Creates an empty collection.
  package init(_ configuration: VideoConfiguration) throws {
    try configuration.validate()
    self.configuration = configuration
    converter = try PixelConverter(size: configuration.size, format: configuration.pixelFormat)
  }

  /// Converts a picture as a writer would, and keeps the result as the next frame.
  package func append(_ bitmap: Bitmap, changed: Region) throws {
    try converter.convert(bitmap, changed: pictures.isEmpty ? .all(of: bitmap.size) : changed)
    pictures.append(try Picture(of: converter.frame))
  }

  /// Returns the samples of a plane of one frame.
  func plane(_ number: Int, of index: Int) -> [UInt8] { pictures[index].frame.plane(number) }

  /// Encodes the frames with a new encoder and discards the packets.
  ///
  /// - Parameter frameCount: The number of frames to encode; they repeat from the start after the last one. Nil to
  ///   encode each once.
  /// - Returns: The number of bytes in the packets.
  package func encode(frameCount: Int? = nil) throws -> Int {
    let encoder = try VideoEncoder(configuration)
    var byteCount = 0
    for index in 0..<(frameCount ?? pictures.count) {
      let picture = pictures[index % pictures.count]
      try encoder.encode(picture.frame, index: index) { byteCount += Int($0.pointer.pointee.size) }
    }
    try encoder.finish { byteCount += Int($0.pointer.pointee.size) }
    return byteCount
  }
}
