import ReelFiles
import ReelGeometry
import ReelTiming

/// The text of a media presentation description with a ladder's rungs and their segments as byte ranges (ISO/IEC
/// 23009-1, 5.3.9.3).
struct PresentationText {
  /// The beginning of every presentation that Reel writes.
  static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\""

  private var representations: [String] = []
  private var seconds = 0.0
  private var longest = 0.0

  /// Adds a rung.
  ///
  /// - Parameters:
  ///   - rung: The rung's name, recipe and file.
  ///   - cuts: The rung's fragments, each of which is a segment.
  ///   - bytes: The contents of the file.
  ///   - frames: The number of frames in a segment.
  ///   - count: The number of frames in the rung.
  mutating func add(_ rung: LadderMaker.Rung, _ cuts: FragmentCuts, _ bytes: [UInt8], frames: Int, of count: Int) {
    let recipe = rung.maker.recipe
    let rate = recipe.frameRate
    let length = { (frames: Int) in rate.seconds(ofFrame: frames) }
    let peak =
      cuts.fragments.enumerated().map { index, part in
        Double(part.count * 8) / length(min(frames, count - index * frames))
      }.max() ?? 0
    let sound = recipe.sound == .none ? "" : ",mp4a.40.2"
    let codecs = FragmentCuts.codec(bytes[cuts.beginning]).map { " codecs=\"\($0)\(sound)\"" } ?? ""
    let shown = recipe.shownSize
    var lines = [
      "      <Representation id=\"\(escaped(rung.name))\" mimeType=\"video/mp4\"\(codecs) width=\"\(shown.width)\" "
        + "height=\"\(shown.height)\" frameRate=\"\(rate)\" bandwidth=\"\(Int(clamping: peak.rounded(.up)))\">",
      "        <BaseURL>\(Self.address(OutputFile.split(rung.maker.files.movie).name))</BaseURL>",
      "        <SegmentList timescale=\"\(rate.numerator)\" duration=\"\(frames * rate.denominator)\">",
      "          <Initialization range=\"\(Self.text(cuts.beginning))\"/>",
    ]
    lines += cuts.fragments.map { "          <SegmentURL mediaRange=\"\(Self.text($0))\"/>" }
    representations.append((lines + ["        </SegmentList>", "      </Representation>"]).joined(separator: "\n"))
    seconds = max(seconds, length(count))
    longest = max(longest, length(min(frames, count)))
  }

  private static func text(_ range: Range<Int>) -> String { "\(range.lowerBound)-\(range.upperBound - 1)" }

  /// Returns the relative address of a file, percent-encoded except for letters, digits and a few signs.
  private static func address(_ name: String) -> String {
    name.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// The complete text.
  var whole: String {
    """
    \(Self.beginning) profiles="urn:mpeg:dash:profile:isoff-main:2011" type="static"
        mediaPresentationDuration="PT\(fixed(seconds, 6))S" minBufferTime="PT\(fixed(longest, 6))S">
      <Period id="0">
        <AdaptationSet contentType="video" segmentAlignment="true" subsegmentAlignment="true" startWithSAP="1">
    \(representations.joined(separator: "\n"))
        </AdaptationSet>
      </Period>
    </MPD>

    """
  }
}
