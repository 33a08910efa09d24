import ReelFiles
import ReelFilms
import ReelGeometry
import ReelPlatform
import ReelVideo

/// A folder that collects the parts of a film or fixture: `film.json`, its description, and `part-3-of-8.reel-part`.
///
/// A part gets its name when it is complete, so processes on many machines can write to one folder. If two make the
/// same part, the second replaces the first with the same bytes.
package struct PartFolder: Sendable {
  /// The path, without a trailing slash.
  package let path: String
  /// The policy for replacing existing parts and descriptions.
  package let replacing: ReplacementPolicy

  /// The file name of the description.
  private static let descriptionName = "film.json"

  /// Names a folder.
  ///
  /// Nothing is created.
  ///
  /// - Parameter replacing: Which files may be replaced; by default broken and outdated parts of the same film, but no
  ///   other file.
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

  /// Creates the folder if necessary and writes the description unless it is already there.
  ///
  /// - Parameter part: The part that will be written.
  /// - Throws: `OutputError` if that fails, or if a file of that name is not a description; `FarmError.otherFilm` if the
  ///   folder contains parts of another film, which may not be replaced.
  package func prepare(for identity: PartIdentity, writing part: PartNumber) throws {
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      let reason =
        errno == ENOENT ? "its parent folder does not exist: create that first" : SystemError(errno, "mkdir").reason
      throw OutputError.cannotCreate(path: path, reason: reason)
    }
    guard OutputFile.kind(at: path) == OutputFile.folderKind else {
      throw OutputError.cannotCreate(path: path, reason: "it is not a folder: choose another name")
    }
    let described = described
    if replacing != .always, holdsOther(than: identity, describedBy: described, at: part) {
      throw FarmError.otherFilm(folder: path)
    }
    if described == identity.json { return }
    let file = try OutputFile(path: descriptionPath, replacing: replacing)
    try file.requireKind(identity.kind, containing: identity.format)
    try file.put(identity.json)
  }

  /// Whether the folder contains parts of another film or fixture.
  ///
  /// With this film's own description, only the part that will be replaced is opened: thousands of tasks may do this at
  /// the same time.
  private func holdsOther(than identity: PartIdentity, describedBy json: [UInt8]?, at part: PartNumber) -> Bool {
    (json == identity.json ? [part] : parts).contains { part in
      guard let head = try? open(part, isRead: false)?.head else { return json.map { $0 != identity.json } ?? false }
      return head.film != identity.digest
    }
  }

  /// Reads the description.
  ///
  /// - Throws: `FarmError.noFilm` if there is no description and no part, `noDescription` if there are parts without
  ///   a description, `noFolder` if the folder does not exist, `unreadable` if the folder or the description cannot be
  ///   read.
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

  /// Whether the folder can still appear, because its parent folder exists.
  package var mayCome: Bool {
    var status = stat()
    // The current folder may have been removed. `stat` still succeeds on it, but nothing can be created in it.
    return stat(OutputFile.split(path).folder, &status) == 0 && status.st_nlink > 0
  }

  private var described: [UInt8]? { try? BoundedFile.read(descriptionPath, limit: FilmDescription.longestFile) }

  /// The parts whose files are here, complete or not, in order of their numbers.
  package var parts: [PartNumber] {
    names.compactMap(PartNumber.init).sorted { ($0.count, $0.number) < ($1.count, $1.number) }
  }

  /// The names of all files in the folder, in any order; empty if the folder does not exist.
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

  /// Opens a part and checks each of its bytes; nil if it does not exist.
  ///
  /// - Parameter isRead: Whether to check every byte now. If false, the reader of the part checks them.
  /// - Throws: `PacketFileError` for a broken part.
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

/// A complete part, each of whose bytes was checked, or is checked when it is read.
package final class WholePart: Sendable {
  /// The path of the part's file.
  package let path: String
  /// The part's head.
  package let head: PartHead
  /// The open file.
  package let descriptor: Int32

  /// Takes over an open file and checks it.
  fileprivate init(adopting descriptor: Int32, path: String, number: PartNumber, isRead: Bool) throws {
    do {
      let reader = try PacketFileReader(descriptor: descriptor, path: path)
      if isRead { try reader.check() }
      guard let head = PartHead(json: reader.head), head.part == number.number, head.count == number.count else {
        throw PacketFileError.broken(path: path, reason: "its header names another part")
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

  /// Returns a reader of the part's packets.
  package func reader() throws -> PacketFileReader { try PacketFileReader(descriptor: descriptor, path: path) }
}
