import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelVideo

/// A codec in a container.
struct Combination: Hashable, Sendable, CustomTestStringConvertible {
  var codec: String
  var container: ClipContainer

  var testDescription: String { "\(codec) in .\(container.rawValue)" }

  /// The codecs that are tried: what people make, of what this machine offers.
  static let offered: [Combination] = {
    let codecs = [
      "h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "mpeg2video", "mjpeg", "ffv1", "prores", "png", "gif", "rawvideo",
      "libx264rgb", "huffyuv", "qtrle", "utvideo",
    ]
    return codecs.flatMap { codec in
      ((try? ClipCodecs.encoder(codec))?.containers ?? []).map { Combination(codec: codec, container: $0) }
    }
  }()

  func path(in folder: URL) -> String {
    folder.appending(path: container == .png ? "%03d.png" : "clip.\(container.rawValue)").path
  }
}

@Suite("Codecs and containers of clips")
struct ClipFormatTests {
  @Test("Every codec in every container gives back its frames, times and key frames", arguments: Combination.offered)
  func roundTrip(combination: Combination) async throws {
    try await withFolder { folder in
      let configuration = ClipConfiguration(
        size: PixelSize(width: 64, height: 48), frameRate: 25, codec: combination.codec, keyframeInterval: 4)
      let path = combination.path(in: folder)
      let summary = try writeClip(to: path, configuration, Showing.even(9))
      #expect(summary.frameCount == 9)
      let clip = try ReadClip(path)
      #expect(clip.errorCount == 0)
      let shift = combination.container.timeShift.seconds
      #expect(clip.seconds == (0..<9).map { configuration.timeBase.time($0).seconds + shift })
      let intraOnly = (try? ClipCodecs.encoder(combination.codec))?.isIntraOnly ?? false
      #expect(clip.keyframes == (intraOnly ? Array(0..<9) : [0, 4, 8]))
    }
  }
}
