import ReelTestSupport
import ReelGeometry
import ReelTiming
import ReelVideo
import Testing

@Suite("What a movie may be like")
struct VideoConfigurationTests {
  @Test(
    "Odd sizes are refused in 4:2:0, with the nearest even size, and taken in 4:4:4",
    arguments: [((161, 96), "162x96"), ((160, 97), "160x98"), ((16_383, 17), "16384x18"), ((17, 16_383), "18x16384")])
  func oddSizes(size: (Int, Int), nearest: String) throws {
    let size = PixelSize(width: size.0, height: size.1)
    let error = #expect(throws: InvalidValue.self) { try VideoConfiguration(size: size, frameRate: 10).validate() }
    #expect(error?.name == "size")
    #expect(error?.value == "\(size)")
    #expect(error?.expected.contains(" \(nearest),") == true)
    try VideoConfiguration(size: size, frameRate: 10, pixelFormat: .yuv444p).validate()
  }

  @Test(
    "Sizes out of range are refused with the range",
    arguments: [(0, 96), (96, 0), (-2, 96), (15, 96), (14, 96), (96, 16_386), (100_000, 100_000), (Int.max, 16)])
  func sizes(width: Int, height: Int) {
    for format in VideoCodec.h264.pixelFormats {
      let error = #expect(throws: InvalidValue.self) {
        try VideoConfiguration(
          size: PixelSize(width: width, height: height), frameRate: 10, pixelFormat: format
        ).validate()
      }
      #expect(error?.expected == "from 16 to 16384 pixels wide and high")
    }
  }

  @Test(
    "An area that FFmpeg does not take is refused with the largest", arguments: [(16_384, 16_384), (16_384, 16_130)])
  func areas(width: Int, height: Int) throws {
    func configuration(_ width: Int, _ height: Int) -> VideoConfiguration {
      VideoConfiguration(size: PixelSize(width: width, height: height), frameRate: 10)
    }
    for sides in [(width, height), (height, width)] {
      let error = #expect(throws: InvalidValue.self) { try configuration(sides.0, sides.1).validate() }
      #expect(error?.expected.contains("16384x16128") == true)
    }
    try configuration(16_384, 16_128).validate()
    try configuration(16_128, 16_384).validate()
  }

  @Test("A crf out of range is refused", arguments: [-0.001, 51.001, .nan, .infinity, -.infinity])
  func crf(factor: Double) {
    let size = PixelSize(width: 16, height: 16)
    let error = #expect(throws: InvalidValue.self) {
      try VideoConfiguration(size: size, frameRate: 10, quality: .crf(factor)).validate()
    }
    #expect(error?.expected == "from 0 to 51 with h264")
  }

  @Test("Thread counts and key frame intervals out of range are refused", arguments: [0, -1, 65, Int.max])
  func counts(count: Int) {
    let size = PixelSize(width: 16, height: 16)
    #expect(throws: InvalidValue.self) {
      try VideoConfiguration(size: size, frameRate: 10, threads: count).validate()
    }
    if !VideoConfiguration.keyframeRange.contains(count) {
      #expect(throws: InvalidValue.self) {
        try VideoConfiguration(size: size, frameRate: 10, keyframeInterval: count).validate()
      }
    }
  }

  @Test(
    "A key frame comes at least every ten seconds and every 250 frames",
    arguments: [("10", 100), ("25", 250), ("60", 250), ("1", 10), ("0.001", 1), ("30000/1001", 250)])
  func keyframes(rate: String, interval: Int) throws {
    let configuration = VideoConfiguration(
      size: PixelSize(width: 16, height: 16), frameRate: try FrameRate(parsing: rate))
    #expect(configuration.keyframeInterval == interval)
  }

  @Test("A writer refuses a configuration that cannot be")
  func changedLater() throws {
    var configuration = VideoConfiguration(size: PixelSize(width: 16, height: 16), frameRate: 10)
    configuration.size.width = 17
    let changed = configuration
    #expect(throws: InvalidValue.self) { try MovieWriter(to: .standardOutput, configuration: changed) }
  }

  @Test("The first encoder of libx264, libopenh264 is chosen")
  func encoderOrder() throws {
    #expect(try H264Encoder.choose(from: ["h264_nvenc", "libopenh264", "libx264rgb", "libx264"]) == "libx264")
    #expect(try H264Encoder.choose(from: ["h264_vaapi", "libopenh264"]) == "libopenh264")
    #expect(try H264Encoder.choose(wanted: "libopenh264", from: ["libx264", "libopenh264"]) == "libopenh264")
    #expect(H264Encoder.available.contains("libx264"))
  }

  @Test(
    "Without an encoder that can be used, the error names those there are",
    arguments: [nil, "libx264", "h264_vaapi", "mpeg4"])
  func encoderMissing(wanted: String?) {
    let available = ["h264_vaapi", "h264_v4l2m2m"]
    let error = #expect(throws: MovieError.self) { try H264Encoder.choose(wanted: wanted, from: available) }
    #expect(error == .encoderMissing(wanted: wanted, available: available))
    let text = error?.description ?? ""
    #expect(text.contains("install an FFmpeg with libx264 or libopenh264"))
    // Those that are there but no help are named only where the user asked for none.
    #expect(text.contains("h264_vaapi, h264_v4l2m2m are not supported") == (wanted == nil))
    #expect(throws: MovieError.encoderMissing(wanted: nil, available: [])) { try H264Encoder.choose(from: []) }
  }

  @Test("A writer with an encoder that is missing is refused, and leaves nothing", arguments: ["nonsense", "h264_qsv"])
  func missingInWriter(name: String) async throws {
    try await withFolder { folder in
      let configuration = VideoConfiguration(
        size: PixelSize(width: 16, height: 16), frameRate: 10, encoder: name)
      let error = #expect(throws: MovieError.self) {
        try MovieWriter(to: .file(folder.appending(path: "movie.mp4")), configuration: configuration)
      }
      guard case .encoderMissing(name, let available) = error else {
        Issue.record("another error: \(String(describing: error))")
        return
      }
      #expect(available.contains("libx264"))
      let left = try fileNames(in: folder)
      #expect(left == [])
    }
  }
}
