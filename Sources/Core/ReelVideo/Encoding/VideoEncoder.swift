import CReelFFmpeg
import Synchronization

/// Compresses the pictures of a film or a clip.
package struct VideoEncoder: ~Copyable {
  /// The FFmpeg name of the encoder.
  let name: String

  private let context: CodecContext
  private let packet: Packet

  /// All encoders of libxvid share tables of codes, and opening one fills these anew without a lock, which damages a picture that
  /// another one is compressing.
  private static let xvid = Mutex(())

  /// Opens an encoder.
  ///
  /// - Throws: `FFmpegError` for what the encoder refuses; the operation begins with `av_opt_set` for a setting, and with
  ///   `avcodec_open2` for their combination.
  package init(_ settings: EncoderSettings) throws {
    let name = settings.name
    let codec = try check(avcodec_find_encoder_by_name(name), "avcodec_find_encoder_by_name \(name)")
    let context = try CodecContext(codec)
    let packet = try Packet()
    try settings.apply(to: context)
    try Self.alone(name) { try check(avcodec_open2(context.pointer, codec, nil), "avcodec_open2 \(name)") }
    self.name = name
    self.context = context
    self.packet = packet
  }

  /// The duration of one frame: the unit of every timestamp of the encoder.
  var timeBase: AVRational { context.pointer.pointee.time_base }

  /// How many pictures the encoder sends after ones that are shown later.
  package var reorderDelay: Int { Int(context.pointer.pointee.has_b_frames) }

  /// The parameter sets of the stream, each with a start code.
  var parameterSets: [UInt8] {
    let codec = context.pointer.pointee
    return Array(UnsafeBufferPointer(start: codec.extradata, count: Int(codec.extradata_size)))
  }

  /// Copies the stream's parameters to the container, with parameter sets other than the encoder's if there are any.
  package func copyParameters(
    to parameters: UnsafeMutablePointer<AVCodecParameters>, with parameterSets: [UInt8]? = nil
  ) throws(FFmpegError) {
    try context.copyParameters(to: parameters)
    guard let bytes = parameterSets else { return }
    let data = try check(av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)), "av_mallocz")
    data.copyMemory(from: bytes, byteCount: bytes.count)
    av_freep(&parameters.pointee.extradata)
    parameters.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(bytes.count)
  }

  /// Creates a frame for the encoder's pictures, with the colours of its stream.
  package func makeFrame() throws(FFmpegError) -> VideoFrame {
    let codec = context.pointer.pointee
    let frame = try VideoFrame.make(
      size: .init(width: Int(codec.width), height: Int(codec.height)), format: codec.pix_fmt)
    frame.clear()
    frame.pointer.pointee.colorspace = codec.colorspace
    frame.pointer.pointee.color_primaries = codec.color_primaries
    frame.pointer.pointee.color_trc = codec.color_trc
    frame.pointer.pointee.color_range = codec.color_range
    return frame
  }

  /// Compresses a picture as the frame `index`, and passes on every packet that is ready.
  ///
  /// A packet may come many frames after its picture.
  ///
  /// - Parameters:
  ///   - frame: The picture.
  ///   - index: Its time in frames.
  ///   - kind: The required picture type.
  ///   - qualityOffset: By how much its quantiser is lowered (QP, 0…51), with libx264 and all presets but ultrafast.
  ///   - body: Receives each packet.
  package func encode(
    _ frame: borrowing VideoFrame, index: Int, as kind: PictureKind = .any, qualityOffset: Double = 0,
    to body: (borrowing Packet) throws -> Void
  ) throws {
    let native = frame.pointer
    native.pointee.pts = Int64(index)
    native.pointee.pict_type = kind.native
    // The MPEG family takes a constant quality from the frame and not from the context.
    native.pointee.quality = context.pointer.pointee.global_quality
    try Self.setOffset(qualityOffset, of: frame)
    try send(native, to: body)
  }

  /// Emits the remaining packets; nothing can be encoded afterwards.
  package func finish(to body: (borrowing Packet) throws -> Void) throws { try send(nil, to: body) }

  private func send(_ frame: UnsafePointer<AVFrame>?, to body: (borrowing Packet) throws -> Void) throws {
    try Self.alone(name) { try context.send(frame) }
    while try Self.alone(name, { try context.receive(packet) }) {
      // Encoders may leave it out; without it a container would guess the duration of the last frame.
      packet.pointer.pointee.duration = 1
      try body(packet)
    }
  }

  /// Calls an encoder when no other one that it shares memory with is at work.
  @discardableResult
  private static func alone<R>(_ name: String, _ call: () throws -> R) throws -> R {
    name == "libxvid" ? try xvid.withLock { _ in try call() } : try call()
  }

  /// Changes libx264's quantiser with a region of interest that covers the whole picture.
  private static func setOffset(_ offset: Double, of frame: borrowing VideoFrame) throws(FFmpegError) {
    let kind = AV_FRAME_DATA_REGIONS_OF_INTEREST
    av_frame_remove_side_data(frame.pointer, kind)
    guard offset != 0 else { return }
    let size = MemoryLayout<AVRegionOfInterest>.size
    let data = try check(av_frame_new_side_data(frame.pointer, kind, size), "av_frame_new_side_data")
    // The whole range is 51 steps of the quantiser.
    let region = AVRegionOfInterest(
      self_size: UInt32(size), top: 0, bottom: frame.pointer.pointee.height, left: 0,
      right: frame.pointer.pointee.width, qoffset: AVRational(num: Int32(clamping: -offset * 100), den: 5100))
    UnsafeMutableRawPointer(data.pointee.data).storeBytes(of: region, as: AVRegionOfInterest.self)
  }
}
