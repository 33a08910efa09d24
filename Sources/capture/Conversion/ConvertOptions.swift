import ArgumentParser
import Reel
import ReelConversion

/// The input, and its rate.
struct ConvertInputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A movie, pictures, a folder of pictures, a pattern like shot-%04d.png, or - for standard input.",
      valueName: "input"))
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp("The rate of pictures and raw frames. (default: 25)", valueName: "rate"),
    transform: { try FrameRate(parsing: $0) })
  var inputFps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "Standard input is frames without headers, in an FFmpeg pixel format and a size: bgra:1280x720, rgb24:640x480, yuv420p:720p.",
      valueName: "format:size"),
    transform: {
      _ = try RawFrames(parsing: $0)
      return $0
    })
  var raw: String?

  @Option(
    help: ArgumentHelp(
      "The bytes from the start of one raw row to the next. (default: no padding)", valueName: "bytes"),
    transform: { try OptionText.whole("stride", $0, 1...(1 << 24)) })
  var stride: Int?

  @Option(
    help: ArgumentHelp(
      "The expected number of raw frames; fewer are an error. (default: any number)", valueName: "count"),
    transform: { try OptionText.whole("number of frames", $0, 1...Int(Int32.max)) })
  var frames: Int?

  @Flag(help: "Show each frame of standard input when it arrives; late and dropped frames are counted.")
  var realtime = false

  @Flag(help: "If the input breaks off, keep the film up to there; the exit code is still 65.")
  var keepDamaged = false

  mutating func validate() throws {
    let options: KeyValuePairs = ["--raw": raw != nil, "--realtime": realtime]
    let isStream = inputs == ["-"] || inputs.count == 1 && BoundedFile.isStream(inputs[0])
    if !isStream, let option = options.first(where: { $0.value })?.key {
      throw ValidationError("\(option) is for standard input: name - as the input")
    }
    if raw == nil, stride != nil || frames != nil {
      throw ValidationError("\(stride != nil ? "--stride" : "--frames") is for frames without a header: give --raw too")
    }
    if let raw { _ = try RawFrames(parsing: raw, stride: stride) }
    if inputs.isEmpty {
      throw ValidationError(
        "convert needs an input: a movie, pictures, a folder of pictures, or - for standard input")
    }
  }

  /// Opens the input, and waits for its first frame.
  ///
  /// - Throws: what is wrong with it.
  func open() throws -> any PictureFeed {
    let rate = inputFps ?? 25
    let input = try MediaInput(inputs)
    switch input {
    case .pictures(let paths, let name): return try PictureFilesFeed(paths, name: name, frameRate: rate)
    case .movie(let path) where BoundedFile.isStream(path): return try open(ByteStream.file(path), name: path, rate)
    case .movie(let path):
      do {
        return try (try? ByteStream.file(path))?.feed(name: path, frameRate: rate)
          ?? MovieFeed(path: path, pictureRate: rate)
      } catch FeedError.unreadable where FileContent.kind(of: path) == nil {
        throw WrongContent(path: path, kind: "binary data in an unknown format", advice: MediaInput.advice)
      }
    case .stream:
      guard !StandardInput.isTerminal else {
        throw ValidationError("standard input is a terminal: write frames into it with a pipe, or name a file")
      }
      return try open(ByteStream.standardInput(), name: "standard input", rate)
    }
  }

  private func open(_ stream: ByteStream, name: String, _ rate: FrameRate) throws -> any PictureFeed {
    if let raw {
      return try RawFeed(
        stream, name: name, frames: RawFrames(parsing: raw, stride: stride), frameRate: rate, count: frames)
    }
    let bytes = stream.beginning
    if let feed = try stream.feed(name: name, frameRate: rate, isLive: realtime) { return feed }
    do {
      return try MovieFeed(stream, name: name, pictureRate: rate)
    } catch FeedError.unreadable(_, let reason) {
      let isText =
        !bytes.contains(0) && (0..<4).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
      throw WrongContent(
        path: name,
        kind: FileContent.kind(of: bytes).map { "\($0) that can't be read (\(reason))" }
          ?? (isText ? "text" : "binary data without a header"),
        advice: isText ? MediaInput.advice : "say what frames it holds with --raw bgra:1280x720")
    }
  }
}

/// The edits of the pictures.
struct ConvertEditOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A constant frame rate for the film. (default: the times of the input)", valueName: "rate"),
    transform: { try FrameRate(parsing: $0) })
  var fps: FrameRate?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Start at this second of the input.", valueName: "seconds"),
    transform: { try OptionText.seconds("from", $0, 0...86_400) })
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("End at this second of the input.", valueName: "seconds"),
    transform: { try OptionText.seconds("to", $0, 0...86_400) })
  var to: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The speed: 2 is twice as fast, 0.5 half; any but 1 drops the sound. (default: 1)", valueName: "factor"),
    transform: { try OptionText.number("speed", $0, MovieEdits.speeds) })
  var speed: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The loudness of the sound, with true peaks of -1 dB at most: -14.", valueName: "LUFS"),
    transform: { try FilmSettings.loudness(parsing: $0) })
  var loudness: Double?

  @Option(
    help: ArgumentHelp(
      "The part to keep: its size, and the position of its top left corner: 640x360+100+50.", valueName: "WxH+X+Y"),
    transform: { try Self.rect($0) })
  var crop: Rect?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Turn the picture clockwise. (values: 90, 180, 270)", valueName: "degrees"),
    transform: { try Self.turn($0) })
  var rotate: ImageOrientation?

  mutating func validate() throws {
    if let to, to <= from ?? 0 { throw ValidationError("--to \(to) s is not valid: it must be later than --from") }
  }

  private static func rect(_ text: String) throws -> Rect {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    // A height alone, which is a size elsewhere, says too little of a part.
    guard parts[0].contains("x"), let size = try? PixelSize(parsing: String(parts[0])),
      parts.count == 1 || parts.count == 3,
      let x = parts.count == 3 ? Int(parts[1]) : 0, let y = parts.count == 3 ? Int(parts[2]) : 0, x >= 0, y >= 0,
      x < 1 << 20, y < 1 << 20
    else { throw InvalidValue("crop", text, expected: "a size and a position, such as 640x360+100+50") }
    return Rect(x: Double(x), y: Double(y), width: Double(size.width), height: Double(size.height))
  }

  private static func turn(_ text: String) throws -> ImageOrientation {
    let turns: [String: ImageOrientation] = ["0": .up, "90": .right, "180": .down, "270": .left, "-90": .left]
    guard let turn = turns[text] else { throw InvalidValue("rotation", text, expected: "90, 180 or 270 degrees") }
    return turn
  }
}
