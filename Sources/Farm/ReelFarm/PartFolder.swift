import ReelFiles
import ReelFilms
import ReelGeometry
import ReelPlatform
import ReelVideo

/// A folder in which the parts of a film or fixture gather: `film.json`, its description, and `part-3-of-8.reel-part`.
///
/// A part gets its name when it is whole. So processes on many machines can write into one folder, and two that make the same part do no
/// harm: the second replaces the first with the same bytes.
package struct PartFolder: Sendable {
  /// The path, without a slash at its end.
  package let path: String
  /// What parts and their description may replace.
  package let replacing: ReplacementPolicy

  /// The name of the description.
  private static let descriptionName = "film.json"

  /// Names a folder; nothing is created.
  ///
  /// - Parameter replacing: What may be replaced; by default parts and descriptions of any film, and no other file.
  package init(_ path: String, replacing: ReplacementPolicy = .named) {
    var path = path
    while path.hasSuffix("/"), path.count > 1 { path.removeLast() }
    self.path = path
    self.replacing = replacing
  }

  /// The default folder of a film: `film.parts` for `film.mp4`.
  package static func name(for film: String) -> String {
    let name = film.lastIndex(of: ".").map { String(film[..<$0]) } ?? film
    return name + ".parts"
  }

  /// The path of a part's file.
  package func path(of part: PartNumber) -> String { "\(path)/\(part.fileName)" }

  /// The path of the description.
  package var descriptionPath: String { "\(path)/\(Self.descriptionName)" }

  /// Creates the folder if it is missing, and puts the description there unless it is there already.
  ///
  /// - Throws: `OutputError` where that fails, or a file that is no description has its name.
  package func prepare(for identity: PartIdentity) throws {
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      let reason =
        errno == ENOENT ? "the folder above it does not exist: create that first" : SystemError(errno, "mkdir").reason
      throw OutputError.cannotCreate(path: path, reason: reason)
    }
    guard OutputFile.kind(at: path) == OutputFile.folderKind else {
      throw OutputError.cannotCreate(path: path, reason: "it is not a folder: choose another name")
    }
    if described == identity.json { return }
    let file = try OutputFile(path: descriptionPath, replacing: replacing)
    try file.requireKind(identity.kind, containing: identity.format)
    try file.put(identity.json)
  }

  /// Whether the parts here are those of something else.
  package func describesOther(than identity: PartIdentity) -> Bool {
    described.map { $0 != identity.json && !parts.isEmpty } ?? false
  }

  /// Reads the description.
  ///
  /// - Throws: `FarmError.noFilm` where there is none, `noDescription` where there are parts nevertheless, `noFolder` where there is not
  ///   even the folder, `unreadable` where one of them can't be read.
  package func description() throws -> [UInt8] {
    do throws(BoundedFile.Failure) {
      return try BoundedFile.read(descriptionPath, limit: FilmDescription.longestFile)
    } catch {
      switch error {
      case .unopened(SystemError(ENOENT, "open").message): break
      case .unopened(let reason), .unread(let reason): throw FarmError.unreadable(path: descriptionPath, reason: reason)
      case .tooLong: throw FarmError.unreadable(path: descriptionPath, reason: "it is too long")
      }
    }
    guard let folder = opendir(path) else {
      throw errno == ENOENT
        ? FarmError.noFolder(path) : .unreadable(path: path, reason: SystemError(errno, "opendir").message)
    }
    closedir(folder)
    throw parts.isEmpty ? FarmError.noFilm(folder: path) : .noDescription(folder: path)
  }

  /// Whether the folder can still come: the one above it is there.
  package var mayCome: Bool {
    var status = stat()
    // The current folder may have been removed. It can still be asked, but nothing can be made in it.
    return stat(OutputFile.split(path).folder, &status) == 0 && status.st_nlink > 0
  }

  private var described: [UInt8]? { try? BoundedFile.read(descriptionPath, limit: FilmDescription.longestFile) }

  /// The parts whose files are here, whole or not, in the order of their numbers.
  package var parts: [PartNumber] {
    names.compactMap(PartNumber.init).sorted { ($0.count, $0.number) < ($1.count, $1.number) }
  }

  /// The names of everything in the folder, in any order; none where there is no folder.
  package var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
        })
    }
    return names
  }

  /// Opens a part and checks every byte of it; nil if there is none.
  ///
  /// - Parameter isRead: Whether every byte is checked here; else whoever reads the part does.
  /// - Throws: `PacketFileError` for one that is broken.
  package func open(_ part: PartNumber, isRead: Bool = true) throws -> WholePart? {
    let path = path(of: part)
    let file = Self.open(path)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw PacketFileError.broken(path: path, reason: SystemError(errno, "open").message)
    }
    return try WholePart(adopting: file, path: path, number: part, isRead: isRead)
  }

  private static func open(_ path: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    #elseif canImport(Musl)
      Musl.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    #else
      Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    #endif
  }
}

/// A part that is whole: each of its bytes was read, or is checked when it is.
package final class WholePart: Sendable {
  /// The path of its file.
  package let path: String
  /// What it says about itself.
  package let head: PartHead
  /// The open file.
  package let descriptor: Int32

  /// Takes over an open file and checks it.
  fileprivate init(adopting descriptor: Int32, path: String, number: PartNumber, isRead: Bool) throws {
    do {
      let reader = try PacketFileReader(descriptor: descriptor, path: path)
      if isRead { try reader.check() }
      guard let head = PartHead(json: reader.head), head.part == number.number, head.count == number.count else {
        throw PacketFileError.broken(path: path, reason: "it says that it is another part")
      }
      self.head = head
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Returns what reads its packets.
  package func reader() throws -> PacketFileReader { try PacketFileReader(descriptor: descriptor, path: path) }
}
