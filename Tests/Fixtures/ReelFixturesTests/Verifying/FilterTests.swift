import ReelFixtures
import ReelGeometry
import ReelVideo
import Testing

/// Faults made by FFmpeg's own filters: each is named, and nothing else.
@Suite(.enabled(if: ClipFolder.ffmpeg != nil, "ffmpeg is not installed"))
struct FilterTests {
  /// A fault, and the lines that report it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var options: [String]
    var lines: [String]
    /// The number of lines that are differences; nil for all of them.
    var differences: Int?
    var target = "out.mkv"
    var frames = 90
    var testDescription: String { name }

    init(
      _ name: String, _ options: [String], _ lines: [String], differences: Int? = nil, target: String = "out.mkv",
      frames: Int = 90
    ) {
      (self.name, self.options, self.lines, self.differences) = (name, options, lines, differences)
      (self.target, self.frames) = (target, frames)
    }
  }

  /// Encodes without loss, with every picture at its given time.
  private static let lossless = ["-c:v", "libx264", "-qp", "0", "-preset", "ultrafast"]
  private static let even = "setpts=N/30/TB"

  /// Shows frames again before another one.
  private static func again(_ frames: Range<Int>, at index: Int) -> [String] {
    let parts = ["end_frame=\(index)", "start_frame=\(frames.lowerBound):end_frame=\(frames.upperBound)"]
    let trims = (parts + ["start_frame=\(index)"]).enumerated().map { "[i\($0)]trim=\($1),\(even)[o\($0)]" }
    let graph = "[0]split=3[i0][i1][i2];\(trims.joined(separator: ";"));[o0][o1][o2]concat=n=3,\(even)"
    return ["-filter_complex", graph] + lossless
  }

  static let stale: [Fault] = [
    Fault("an old frame between two", again(10..<11, at: 50), ["stale 1 of 90 frames: 10 (1.667 s)"]),
    Fault("two frames shown in turn", again(40..<42, at: 42), ["stale 2 of 90 frames: 40–41 (1.4 s)"]),
    Fault(
      "forwards, then backwards",
      ["-filter_complex", "[0]split[a][b];[b]reverse[c];[a][c]concat,\(even)"] + lossless,
      ["duplicated 1 of 90 frames: 89 (3 s)", "stale 89 of 90 frames, backwards: 0–88 (3.033 s)"]),
  ]

  /// Keeps individual times at the container's resolution.
  private static let timed = lossless + ["-enc_time_base", "1/90000", "-vsync", "vfr"]

  static let clocks: [Fault] = [
    Fault(
      "25 pictures a second, in a clock of 25 ticks", ["-vf", "fps=25", "-c:v", "mjpeg"],
      ["dropped 15 of 90 frames, every 6th (30 → 25 frames a second)"], target: "out.avi"),
    Fault(
      "few pictures, in a clock of 25 ticks", ["-vf", "fps=25", "-c:v", "mjpeg"],
      ["dropped 5 of 30 frames, every 6th (30 → 25 frames a second)"], target: "out.avi", frames: 30),
    // Hundredths of a second cannot represent 30 pictures a second more precisely.
    Fault("30 pictures a second in a clock of 100 ticks", [], [], target: "out.gif"),
    Fault(
      "30 pictures a second in fiftieths, in a clock of 100 ticks", ["-r", "50"],
      ["jitter on 60 of 90 frames, up to 6.7 ms"], target: "out.gif"),
    Fault(
      "played at 29.97", ["-vf", "setpts=N*1001/30000/TB", "-r", "30000/1001", "-c:v", "mjpeg"],
      ["retimed (30 → 29.97 frames a second, 999 ppm slower)"], target: "out.avi", frames: 600),
    Fault(
      "a slow clock", ["-vf", "settb=1/90000,setpts=PTS*1.0003"] + timed,
      ["retimed (30 → 29.991 frames a second, 300 ppm slower)"], frames: 1200),
    Fault(
      "a fast clock", ["-vf", "settb=1/90000,setpts=PTS*0.9998"] + timed,
      ["retimed (30 → 30.006 frames a second, 200 ppm faster)"], target: "out.mp4", frames: 1200),
  ]

  private static let delayed = ["-c:v", "libx264", "-bf", "2", "-g", "12"]

  static let starts: [Fault] =
    [
      (delayed, "out.flv"), (delayed, "out.nut"), (delayed, "out.avi"), (delayed, "out.asf"),
      (delayed + ["-movflags", "frag_keyframe+empty_moov"], "out.mp4"), (delayed + ["-use_editlist", "0"], "out.mov"),
    ].map { Fault("a start of \($1)", $0, ["starts at 0.067 s"], differences: 0, target: $1) } + [
      Fault(
        "a second later", ["-vf", "setpts=PTS+1/TB"] + timed, ["starts at 1 s"], differences: 0, target: "out.mkv")
    ]

  static let turns: [Fault] = [
    Fault("mirrored", ["-vf", "hflip"] + lossless, ["turned 90 of 90 pictures (mirrored left to right)"]),
    Fault("upside down", ["-vf", "hflip,vflip"] + lossless, ["turned 90 of 90 pictures (turned by 180°)"]),
    Fault("turned", ["-vf", "transpose=clock"] + lossless, ["turned 90 of 90 pictures (turned by 90° clockwise)"]),
  ]

  static let tones: [Fault] = [
    ("lutyuv=y=val/3", "black at 0, white at 7"), ("lutyuv=y=180+val/4", "black at 1"),
    ("eq=contrast=0.4:brightness=-0.3", "black at "), ("negate", "negative: black at 25"),
    ("negate,lutyuv=y=val/3", "negative: black at 7"),
    ("lutyuv=y=val/3,pad=800:480:80:60:white", "black at 0, white at 7"),
    ("lutyuv=y=180+val/4,pad=800:480:80:60:black", "black at 1"),
    ("scale=in_range=full:out_range=limited", "limited range taken for full: black at 1"),
  ].map { Fault($0.0, ["-vf", $0.0, "-c:v", "libx264", "-crf", "28"], ["levels changed (\($0.1)…"]) }

  private static let leaning: [Fault] = [
    ("rotate=3*PI/180", "turned by 3° clockwise"), ("rotate=-3*PI/180", "turned by 3° anticlockwise"),
    ("rotate=5*PI/180", "turned by 5° clockwise"), ("rotate=-1*PI/180", "turned by 1° anticlockwise"),
    ("shear=shx=0.07", "sheared by 4°"), ("shear=shy=-0.05", "sheared by 3°"),
    ("rotate=2*PI/180", "turned by 2° clockwise"),
  ].map {
    Fault($0.0, ["-vf", $0.0, "-c:v", "libx264", "-crf", "23"], ["turned 90 of 90 pictures (\($0.1))"])
  }

  @Test(
    "The effect of a filter is named, and nothing else", arguments: stale + clocks + starts + turns + tones + leaning)
  func filters(fault: Fault) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      recipe.frameCount = fault.frames
      recipe.quality = .lossless
    }
    try await folder.convert("clip.mp4", fault.options, to: fault.target)
    let verification = try folder.verify(fault.target, manifest)
    let lines = verification.findings.map(\.description)
    #expect(lines.count == fault.lines.count, "\(verification.text)")
    for (line, expected) in zip(lines, fault.lines) {
      // After dots, small changes by a codec are ignored.
      let isSame = expected.last == "…" ? line.hasPrefix(expected.dropLast()) : line == expected
      #expect(isSame, "\(verification.text)")
    }
    #expect(verification.differences.count == fault.differences ?? fault.lines.count, "\(verification.text)")
  }

  // MARK: - Pictures

  /// The changes to pictures, and the line that reports each.
  static let pictures: [(pattern: FixturePattern, filter: String, line: String?)] = [
    (.bars, "null", nil), (.motion, "null", nil), (.counter, "null", nil), (.gradient, "null", nil),
    (.bars, "hue=s=0", "colours changed (colours lost)"), (.counter, "hue=s=0", "colours changed (colours lost)"),
    (.bars, "hue=h=60", "colours changed (hue turned by about "),
    (
      .motion, "format=gbrp,colorchannelmixer=rr=0:rb=1:br=1:bb=0,scale=out_color_matrix=bt709,format=yuv420p",
      "colours changed (red and blue exchanged)"
    ),
    (.counter, "shuffleplanes=0:2:1", "colours changed (blue's and red's chroma exchanged)"),
    (.bars, "setparams=colorspace=smpte170m", "colours changed (BT.709 decoded as BT.601"),
    (
      .bars, "scale=in_color_matrix=bt709:out_color_matrix=bt601,setparams=colorspace=bt709",
      "colours changed (BT.601 decoded as BT.709"
    ),
    (.counter, "setparams=colorspace=smpte170m", "colours changed (BT.709 decoded as BT.601"),
    (.bars, "setparams=colorspace=bt2020nc", "colours changed (BT.709 decoded as BT.2020"),
    (
      .bars, "scale=in_color_matrix=bt709:out_color_matrix=bt2020,setparams=colorspace=bt709",
      "colours changed (BT.2020 decoded as BT.709"
    ),
    (.bars, "lutyuv=y=clip((val-16)*255/219\\,0\\,255)", "levels changed (full range taken for limited"),
    (
      .counter, "scale=in_color_matrix=bt709:out_color_matrix=bt601,setparams=colorspace=bt709",
      "colours changed (BT.601 decoded as BT.709"
    ),
    (.motion, "setparams=colorspace=smpte170m", "colours changed (BT.709 decoded as BT.601"),
    (.gradient, "setparams=colorspace=smpte170m", "colours changed (BT.709 decoded as BT.601"),
    (
      .counter, "drawbox=x=0:y=64:w=64:h=64:color=lime:t=fill:enable='between(n,10,12)'",
      "spoiled parts of 3 of 30 frames: 10 (0.333 s), 11 (0.367 s), 12 (0.4 s) (worst: "
    ),
    // Dark green is close to dark blue.
    (
      .counter, "drawbox=x=3:y=100:w=64:h=64:color=green:t=fill:enable='eq(n,7)'",
      "spoiled parts of 1 of 30 frames: 7 (0.233 s) (worst: "
    ),
    (
      .motion, "drawbox=x=230:y=5:w=64:h=64:color=green:t=fill:enable='eq(n,7)'",
      "spoiled parts of 1 of 30 frames: 7 (0.233 s) (worst: "
    ),
  ]

  @Test("Changes to pictures are named, and nothing else", arguments: pictures)
  func changedPictures(pattern: FixturePattern, filter: String, line: String?) async throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { recipe in
      recipe.pattern = pattern
      recipe.size = PixelSize(width: 320, height: 192)
    }
    try await folder.convert("clip.mp4", ["-vf", filter, "-c:v", "libx264", "-crf", "20"], to: "out.mp4")
    let verification = try folder.verify("out.mp4", manifest, quality: true)
    let lines = verification.findings.map(\.description)
    #expect(lines.count == (line == nil ? 0 : 1), "\(verification.text)")
    if let line { #expect(lines.first?.hasPrefix(line) == true, "\(verification.text)") }
  }
}
