import CReelFFmpeg
import ReelGeometry
import ReelTiming

extension MovieFacts {
  init(input: borrowing InputContext, stream: UnsafeMutablePointer<AVStream>) {
    let parameters = stream.pointee.codecpar.pointee
    let base = stream.pointee.time_base
    func time(_ ticks: Int64) -> MediaTime? {
      guard ticks != reel_no_timestamp() else { return nil }
      return MediaTime(ticks: Int(ticks), tickNumerator: Int(base.num), tickDenominator: Int(base.den))
    }
    let rate = stream.pointee.avg_frame_rate
    let length = input.pointer.pointee.duration
    self.init(
      container: text(input.pointer.pointee.iformat?.pointee.name) ?? "unknown",
      codec: text(avcodec_get_name(parameters.codec_id)) ?? "unknown",
      profile: text(avcodec_profile_name(parameters.codec_id, parameters.profile)),
      pixelFormat: text(av_get_pix_fmt_name(AVPixelFormat(rawValue: parameters.format))) ?? "unknown",
      size: PixelSize(width: Int(parameters.width), height: Int(parameters.height)),
      frameRate: try? FrameRate(Int(rate.num), Int(rate.den)),
      tick: MediaTime(ticks: 1, tickNumerator: Int(base.num), tickDenominator: Int(base.den)),
      start: time(stream.pointee.start_time),
      streamDuration: time(stream.pointee.duration),
      duration: length == reel_no_timestamp() ? 0 : Double(length) / Double(AV_TIME_BASE),
      frameCount: stream.pointee.nb_frames > 0 ? Int(stream.pointee.nb_frames) : nil,
      colors: ColorTags(
        matrix: parameters.color_space, primaries: parameters.color_primaries, transfer: parameters.color_trc,
        range: parameters.color_range),
      timecode: (tag("timecode", stream.pointee.metadata) ?? tag("timecode", input.pointer.pointee.metadata)).map {
        // A file may contain any text.
        String($0.prefix(32).filter { $0.isNumber || $0 == ":" || $0 == ";" || $0 == "." })
      })
  }
}

/// The value of a tag; its name is case-insensitive.
private func tag(_ name: String, _ tags: OpaquePointer?) -> String? {
  text(av_dict_get(tags, name, nil, 0)?.pointee.value)
}

extension MovieFacts.ColorTags {
  init(
    matrix: AVColorSpace, primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic, range: AVColorRange
  ) {
    self.init(
      matrix: text(av_color_space_name(matrix)) ?? "unknown",
      primaries: text(av_color_primaries_name(primaries)) ?? "unknown",
      transfer: text(av_color_transfer_name(transfer)) ?? "unknown",
      range: text(av_color_range_name(range)) ?? "unknown")
  }
}

private func text(_ string: UnsafePointer<CChar>?) -> String? { string.map { String(cString: $0) } }
