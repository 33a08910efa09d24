import ReelFormats
import ReelFiles
import ReelPlatform

/// Reads ink from files in any format that Reel supports, gzipped or not, and recognizes the format by the content.
public enum InkFile {
  /// The size limit of a file in bytes, both compressed and decompressed.
  public static let sizeLimit = 256 << 20

  static let readers: [any InkReader.Type] = [
    SessionReader.self, ExcalidrawReader.self, TldrawReader.self, RnoteReader.self, HanziWriterReader.self,
    SignaturePadReader.self, SketchCanvasReader.self, QuickDrawReader.self, PointerEventReader.self, InkMLReader.self,
    XournalReader.self,
    IAMReader.self, SVGFontReader.self, KanjiVGReader.self, AnimCJKReader.self, SVGReader.self, UNIPENReader.self,
    UJIReader.self,
    SCGReader.self,
  ]

  /// The names of the supported formats.
  public static var formats: [String] { readers.map { $0.format } }

  /// Reads the ink in a file.
  ///
  /// - Throws: `FormatError` if the file can't be read, has no known format, or is invalid.
  public static func read(contentsOf url: URL, options: InkOptions = InkOptions()) throws(FormatError) -> Ink {
    let path = url.path(percentEncoded: false)
    let bytes = try contents(of: path)
    guard UNIPENIncludes.recognizes(bytes) else { return try read(bytes, name: path, options: options) }
    let text = try UNIPENIncludes(bytes, path: path, limit: sizeLimit)
    do throws(FormatError) {
      var ink = try read(text.bytes, name: path, options: options)
      ink.includedPaths = text.includedPaths
      return ink
    } catch {
      throw text.located(error)
    }
  }

  /// Reads ink from standard input, up to its end.
  ///
  /// - Throws: `FormatError`, see `read(contentsOf:options:)`; in it, the file is called “standard input”.
  public static func readStandardInput(options: InkOptions = InkOptions()) throws(FormatError) -> Ink {
    let name = "standard input"
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try BoundedFile.readStandardInput(limit: sizeLimit)
    } catch {
      throw self.error(error, file: name)
    }
    return try read(bytes, name: name, options: options)
  }

  /// Reads the text of a file of any format.
  static func source(contentsOf url: URL) throws(FormatError) -> TextSource {
    let path = url.path(percentEncoded: false)
    return try source(try contents(of: path), name: path)
  }

  /// Reads the ink in the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the file's name in errors.
  ///   - options: the drawing to read, and its conversion.
  /// - Throws: `FormatError`, see `read(contentsOf:options:)`.
  public static func read(_ bytes: [UInt8], name: String, options: InkOptions = InkOptions()) throws(FormatError) -> Ink
  {
    let source = try source(bytes, name: name)
    if let reader = readers.first(where: { $0.recognizes(source) }) {
      return try read(source, with: reader, options: options)
    }
    // No reader recognizes broken XML or JSON, but its syntax error is more helpful than “unsupported”.
    if source.firstByte == UInt8(ascii: "<") {
      var parser = XMLPullParser(source)
      while try parser.next() != nil {}
    } else if source.firstByte == UInt8(ascii: "{") || source.firstByte == UInt8(ascii: "[") {
      var parser = JSONParser(source)
      if isEmpty(try parser.value()) {
        throw source.error("found no strokes: the list is empty, as of a signature that nobody drew")
      }
    }
    throw FormatError(file: name, reason: "not in a supported format; capture help trace lists the formats")
  }

  /// Whether a value is a list of nothing, or of empty lists.
  private static func isEmpty(_ value: JSONValue) -> Bool { value.elements?.allSatisfy(isEmpty) ?? false }

  /// Reads the ink in bytes as one given format, without recognizing it.
  package static func read(
    _ bytes: [UInt8], as format: String, name: String, options: InkOptions
  ) throws(FormatError) -> Ink {
    guard let reader = readers.first(where: { $0.format == format }) else {
      throw FormatError(file: name, reason: "\(format) is not one of the formats: \(formats.joined(separator: "; "))")
    }
    return try read(try source(bytes, name: name), with: reader, options: options)
  }

  private static func source(_ bytes: [UInt8], name: String) throws(FormatError) -> TextSource {
    guard bytes.count <= sizeLimit else {
      throw FormatError(file: name, reason: "expected at most \(sizeLimit >> 20) MB, found \(bytes.count >> 20) MB")
    }
    let source = try TextSource(InkPacking.unpack(bytes, name: name, limit: sizeLimit), name: name)
    guard source.firstByte != nil else {
      throw FormatError(file: name, reason: bytes.isEmpty ? "the file is empty" : "the file contains only white space")
    }
    return source
  }

  private static func read(
    _ source: TextSource, with reader: any InkReader.Type, options: InkOptions
  ) throws(FormatError) -> Ink {
    var ink = try reader.read(source, options: options)
    guard !ink.strokes.isEmpty || !ink.expected.isEmpty else {
      let why = ([reader.format] + ink.notes).joined(separator: "; ")
      throw source.error("found no strokes or paths to trace (\(why))")
    }
    if options.pathsAreStrokes, ink.strokes.isEmpty {
      try ink.makeStrokesOfPaths(limit: options.pointLimit, name: source.name)
    }
    if options.isUpsideDown { ink.turnUpsideDown() }
    ink.putTimesInOrder()
    return ink
  }

  /// Reads a file or a pipe, up to the limit.
  private static func contents(of path: String) throws(FormatError) -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try BoundedFile.read(path, limit: sizeLimit)
    } catch {
      throw self.error(error, file: path)
    }
  }

  private static func error(_ failure: BoundedFile.Failure, file: String) -> FormatError {
    switch failure {
    case .unopened(let reason): FormatError(missing: file, reason)
    case .unread(let reason): FormatError(file: file, reason: "can't be read: \(reason)")
    case .tooLong: FormatError(file: file, reason: "expected at most \(sizeLimit >> 20) MB, found more")
    }
  }
}
