import ReelFiles
import ReelGeometry
import ReelImages
import ReelVideo

/// The output of a film: its path, its settings, and which existing files it may replace.
///
///     let sink = try FilmOutput("films/lesson.mp4").sink()
public struct FilmOutput: Sendable {
  /// The file, a folder or a pattern such as `frames/%04d.png` for pictures, or `-` for standard output.
  ///
  /// Its ending chooses the format.
  public var path: String
  /// The format on standard output.
  public var stream = StreamFormat.mp4
  /// Which existing files may be replaced.
  public var replacing = ReplacementPolicy.named
  /// Whether output is synced to disk immediately, so that it survives a power failure.
  public var isDurable = false
  /// Changes how a movie is encoded: `{ $0.quality = .crf(18) }`.
  public var configure: @Sendable (inout VideoConfiguration) -> Void = { _ in }

  /// How the frames of an animated picture are converted.
  public var animation = AnimationSettings()
  /// The maximum size of a movie or an animated picture in bytes; nil for no limit.
  public var byteLimit: Int?
  /// Whether a name that ends in `.png` means an animated PNG.
  public var isAnimated = false
  /// The sheet for a picture whose name has no number; nil if the output is not a sheet.
  public var sheet: ContactSheet?

  /// Creates an output.
  public init(_ path: String) { self.path = path }

  /// Whether the film goes to standard output.
  public var isStandardOutput: Bool { path == "-" }

  /// Creates the sink without opening anything.
  ///
  /// - Parameter formats: The formats that the file name's ending may select.
  /// - Throws: `InvalidValue` for a name without a known format, `OutputError` for a path that is not a file.
  public func sink(among formats: [OutputFormat] = OutputFormat.all) throws -> any FrameSink {
    if isStandardOutput { return MovieSink(to: .stream(stream), configure: configuration) }
    if path.hasSuffix("/") { return try OutputFormat.pictures[0].sink(self) }
    // Also where the ending is that of an animation, too.
    if let sheet, PictureFormat(endingOf: path) != nil, !OutputFile.split(path).name.contains("%") {
      return SheetSink(sheet, path: path, replacing: replacing)
    }
    if let format = OutputFormat.of(path, among: formats) { return try format.sink(self) }
    switch OutputFile.kind(at: path) {
    case OutputFile.folderKind: return try OutputFormat.pictures[0].sink(self)
    case let kind?: throw OutputError.isNoFile(path: path, kind: kind)
    case nil where path == "/dev/stdout": throw OutputError.isNoFile(path: path, kind: "standard output")
    case nil:
      let expected = Self.expectation(formats)
      throw InvalidValue(
        "output", path, expected: expected,
        sentence: "\(path.isEmpty ? "\"\"" : path) does not select a format: name \(expected)")
    }
  }

  /// Checks whether the path may be written, before any work is done for it, without creating anything.
  ///
  /// A sink checks again when it opens, and then ensures that no other recording writes the same file.
  ///
  /// - Throws: `OutputError` for a path that the sink's `begin` would refuse.
  package func checkPath() throws {
    if isStandardOutput { return }
    guard isNumbered else {
      _ = try OutputFile(path: path, replacing: replacing)
      return
    }
    try PictureFolder(names: numberedNames(), replacing: replacing).check()
  }

  /// Whether the output is one file per frame.
  private var isNumbered: Bool {
    if path.hasSuffix("/") { return true }
    guard let format = OutputFormat.of(path) else { return OutputFile.kind(at: path) == OutputFile.folderKind }
    return format.abilities.contains(.numbered) && OutputFile.split(path).name.contains("%")
  }

  private static func expectation(_ formats: [OutputFormat]) -> String {
    let files = formats.filter { !$0.abilities.contains(.numbered) }.map { ".\($0.ending)" }
    let endings = files.dropLast().joined(separator: ", ") + " or " + (files.last ?? "")
    let pictures = formats.filter { $0.abilities.contains(.numbered) }.map { ".\($0.ending)" }
    return "a file that ends in \(endings), a folder that ends in /, numbered pictures such as frames/%04d.png "
      + "(\(pictures.joined(separator: ", "))), or - for standard output"
  }

  /// The encoding of a movie at this output.
  var configuration: @Sendable (inout VideoConfiguration) -> Void {
    { [configure, isDurable] configuration in
      configure(&configuration)
      configuration.isDurable = isDurable
    }
  }

  /// The file names of the pictures.
  func numberedNames() throws -> NumberedNames {
    guard OutputFormat.of(path) != nil, !path.hasSuffix("/") else { return NumberedNames(folderPath: path) }
    guard path.contains("%") else {
      throw InvalidValue(
        "output", path,
        sentence:
          "\(path) is a single picture, but a film has many: name a pattern such as frames/%04d.png or a folder that ends in /, "
          + "add --animated or --sheet, or make one picture with capture still")
    }
    return try NumberedNames(pattern: path)
  }
}
