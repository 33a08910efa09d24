import ReelCanvas
import ReelFiles
import ReelPlatform
import ReelVideo

/// The pictures of an unfinished sequence, in their hidden folder `.%d.png.partial`.
///
/// While this value exists, no other recording can write or finish them.
public final class UnfinishedPictures {
  /// The number of pictures of the film, including those already moved to the folder.
  public let frameCount: Int
  /// The folder for the finished pictures.
  public var folder: URL { pictures.names.folder }

  /// The path of that folder.
  package var folderPath: String { pictures.names.folderPath }

  private let pictures: PictureFolder
  private let lock: Int32
  private let numbers: Range<Int>

  private static let ending = ".partial"

  /// Opens the hidden folder of a sequence.
  ///
  /// - Throws: `MovieError.notUnfinished` for any other folder, which is left unchanged; `OutputError.inUse` while a
  ///   recording is writing to it.
  public convenience init(folder: URL, replacing: ReplacementPolicy = .named) throws {
    try self.init(path: folder.path(percentEncoded: false), replacing: replacing)
  }

  /// Opens the hidden folder by its path as bytes.
  package init(path: String, replacing: ReplacementPolicy = .named) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    guard let names = try Self.names(of: path) else {
      throw MovieError.notUnfinished(path: path, reason: "it contains no pictures of a recording")
    }
    let pictures = PictureFolder(names: names, replacing: replacing)
    let lock = try pictures.openLeftover()
    self.pictures = pictures
    self.lock = lock
    let found = try pictures.partialPictures().sorted()
    let first = found.first ?? 0
    // Missing numbers at the start have been moved: the recording died while it moved them.
    let isComplete = try found == Array(first..<first + found.count) && pictures.hasMoved(0..<first)
    guard isComplete, !found.isEmpty, !pictures.isDraft else {
      close(lock)
      throw MovieError.notUnfinished(
        path: path,
        reason: pictures.isDraft
          ? "it was left by capture fixture: make the clip again" : "pictures are missing from it")
    }
    numbers = first..<first + found.count
    frameCount = numbers.upperBound
  }

  deinit { close(lock) }

  /// Moves the pictures to the folder, as the recording would have done, and removes the hidden folder.
  ///
  /// - Throws: `MovieError.notUnfinished` if a picture is damaged, before any is moved; `OutputError`. Pictures that
  ///   could not be moved stay.
  public func finish() throws -> RecordedOutput {
    var made: [HiddenManifest.Entry] = []
    for index in numbers {
      let name = pictures.names.name(of: index)
      let path = pictures.partialPath(name)
      guard let bytes = try? BoundedFile.read(path, limit: Bitmap.pngSizeLimit) else {
        throw MovieError.notUnfinished(path: path, reason: "it can't be read")
      }
      // A WebP decodes even if a power failure left its end as zeros.
      guard bytes.suffix(64).contains(where: { $0 != 0 }),
        (try? Bitmap(contentsOf: URL(filePath: path, directoryHint: .notDirectory))) != nil
      else {
        throw MovieError.notUnfinished(
          path: pictures.names.partialFolderPath,
          reason: "its picture \(name) is damaged: to save the pictures before it, remove it and all later ones")
      }
      made.append(HiddenManifest.Entry(bytes, name: name))
    }
    try pictures.move(first: numbers.lowerBound, made)
    return RecordedOutput(url: folder, byteCount: made.reduce(0) { $0 + $1.byteCount })
  }

  /// Finds the pattern of a hidden folder: from its name, and the number of digits from the picture with the lowest
  /// number.
  private static func names(of path: String) throws -> NumberedNames? {
    let (_, folder, name) = OutputFile.split(path)
    guard name.hasPrefix("."), name.hasSuffix(ending), OutputFile.kind(at: path) == OutputFile.folderKind,
      let number = name.firstRange(of: "%d")
    else { return nil }
    let prefix = String(name[name.index(after: name.startIndex)..<number.lowerBound])
    let suffix = String(name[number.upperBound...].dropLast(ending.count))
    guard let files = try? FolderNames.read(path) else {
      throw MovieError.notUnfinished(path: path, reason: "its file names can't be read")
    }
    let digits = files.compactMap { file -> Substring? in
      guard file.hasPrefix(prefix), file.hasSuffix(suffix), file.count > prefix.count + suffix.count else { return nil }
      let number = file.dropFirst(prefix.count).dropLast(suffix.count)
      return number.allSatisfy { ("0"..."9").contains($0) } && number.count < 19 ? number : nil
    }
    guard let first = digits.min(by: { (Int($0) ?? 0) < (Int($1) ?? 0) }) else { return nil }
    return NumberedNames(folderPath: folder, prefix: prefix, digits: first.count, suffix: suffix)
  }
}
