import ReelFiles
import ReelGeometry
import ReelImages
import ReelVideo

/// The output of a film: its path, what may be replaced, and its settings.
///
///     let sink = try FilmOutput("films/lesson.mp4").sink()
public struct FilmOutput: Sendable {
  /// The file, a folder or a pattern such as `frames/%04d.png` for pictures, or `-` for standard output.
  ///
  /// Its ending chooses the format.
  public var path: String
  /// The format on standard output.
  public var stream = StreamFormat.mp4
  /// What may be replaced.
  public var replacing = ReplacementPolicy.named
  /// Whether output is synced to the disk at once, so that it survives a loss of power.
  public var isDurable = false
  /// Changes how a movie is encoded: `{ $0.quality = .crf(18) }`.
  public var configure: @Sendable (inout VideoConfiguration) -> Void = { _ in }

  /// How the frames of an animated picture are converted.
  public var animation = AnimationSettings()
  /// The most bytes of a movie or an animated picture; nil for as many as the quality takes.
  public var byteLimit: Int?
  /// Whether a name that ends in `.png` is an animated PNG.
  public var isAnimated = false
  /// The frames that stand on a picture whose name has no number; nil where it is none.
  public var sheet: ContactSheet?

  /// Creates an output.
  public init(_ path: String) { self.path = path }

  /// Whether the film goes to standard output.
  public var isStandardOutput: Bool { path == "-" }

  /// Makes the sink; nothing is opened yet.
  ///
  /// - Parameter formats: the formats that the ending may choose.
  /// - Throws: `InvalidValue` for a name without a known format, `OutputError` for a path that is not a file.
  public func sink(among formats: [OutputFormat] = OutputFormat.all) throws -> any FrameSink {
    if isStandardOutput { return MovieSink(to: .stream(stream), configure: configuration) }
    if path.hasSuffix("/") { return try OutputFormat.pictures[0].sink(self) }
    if let format = OutputFormat.of(path, among: formats) { return try format.sink(self) }
    switch OutputFile.kind(at: path) {
    case OutputFile.folderKind: return try OutputFormat.pictures[0].sink(self)
    case let kind?: throw OutputError.isNoFile(path: path, kind: kind)
    case nil where path == "/dev/stdout": throw OutputError.isNoFile(path: path, kind: "standard output")
    case nil:
      let expected = Self.expectation(formats)
      throw InvalidValue(
        "output", path, expected: expected,
        sentence: "the name \(path.isEmpty ? "\"\"" : path) does not say what to make: name \(expected)")
    }
  }

  /// Checks whether its path may be written, before any work is done for it; nothing is made.
  ///
  /// A sink checks again when it opens, and sees to it then that nobody else makes the same file.
  ///
  /// - Throws: `OutputError` for a path that `begin` of its sink would refuse.
  package func checkPath() throws {
    if isStandardOutput { return }
    guard isNumbered else {
      _ = try OutputFile(path: path, replacing: replacing)
      return
    }
    try PictureFolder(names: numberedNames(), replacing: replacing).check()
  }

  /// Whether it is a file for each frame.
  private var isNumbered: Bool {
    if path.hasSuffix("/") { return true }
    guard let format = OutputFormat.of(path) else { return OutputFile.kind(at: path) == OutputFile.folderKind }
    return format.abilities.contains(.numbered) && OutputFile.split(path).name.contains("%")
  }

  private static func expectation(_ formats: [OutputFormat]) -> String {
    let files = formats.filter { !$0.abilities.contains(.numbered) }.map { ".\($0.ending)" }
    let endings = files.dropLast().joined(separator: ", ") + " or " + (files.last ?? "")
    let pictures = formats.filter { $0.abilities.contains(.numbered) }.map { ".\($0.ending)" }
    return "a file that ends in \(endings), a folder that ends in /, a pattern like frames/%04d.png "
      + "(\(pictures.joined(separator: ", "))), or - for standard output"
  }

  /// How a movie is encoded there.
  var configuration: @Sendable (inout VideoConfiguration) -> Void {
    { [configure, isDurable] configuration in
      configure(&configuration)
      configuration.isDurable = isDurable
    }
  }

  /// The names of pictures.
  func numberedNames() throws -> NumberedNames {
    guard OutputFormat.of(path) != nil, !path.hasSuffix("/") else { return NumberedNames(folderPath: path) }
    guard path.contains("%") else {
      throw InvalidValue(
        "output", path,
        sentence:
          "\(path) is one picture, and a film has many: name a pattern such as frames/%04d.png or a folder that ends in /, "
          + "give --animated or --sheet, or make one picture with capture still")
    }
    return try NumberedNames(pattern: path)
  }
}
