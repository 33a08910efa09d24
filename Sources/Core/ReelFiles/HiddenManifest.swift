import ReelPlatform

/// The files that Reel made in a folder without the user naming each.
///
/// A hidden file beside them, the manifest, has a line for each: its MD5, its size in bytes and its name. A file that differs
/// from its line belongs to somebody else. A name may have several lines, because new files are listed before they
/// replace the old ones: whenever the process dies, what it made is in the manifest.
package struct HiddenManifest {
  /// A file as it was made.
  package struct Entry: Hashable, Sendable {
    /// The name, without folders.
    package var name: String
    /// The size in bytes.
    package var byteCount: Int
    /// The MD5 of the bytes in 32 hexadecimal digits.
    package var md5: String

    /// Describes bytes before they are written under a name.
    package init(_ bytes: [UInt8], name: String) {
      self.init(name: name, byteCount: bytes.count, md5: MD5.text(of: bytes))
    }

    /// Describes a file.
    package init(name: String, byteCount: Int, md5: String) {
      (self.name, self.byteCount, self.md5) = (name, byteCount, md5)
    }
  }

  /// Detects whether the file at a path was touched since it was inspected.
  package struct Identity: Hashable, Sendable {
    private let numbers: [Int]

    /// Inspects the file at a path; nil for anything other than a regular file.
    package init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      #if canImport(Darwin)
        let times = [status.st_mtimespec, status.st_ctimespec]
      #else
        let times = [status.st_mtim, status.st_ctim]
      #endif
      numbers =
        [Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size)]
        + [Int(status.st_mode)] + times.flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
    }
  }

  /// The path of the manifest.
  package let path: String
  private let folder: String
  private var entries: [String: Set<Entry>] = [:]

  private static let title = "reel-files 1"
  /// The maximum size of a manifest, in bytes; a million pictures take about 60 MB.
  private static let longestFile = 512 << 20

  /// Reads a manifest; if there is none, no files are known.
  ///
  /// - Throws: `OutputError.cannotCreate` if another file has the manifest's name, unless anything may be replaced.
  package init(path: String, replacing: ReplacementPolicy) throws(OutputError) {
    self.path = path
    folder = OutputFile.split(path).prefix
    var status = stat()
    if lstat(path, &status) != 0, errno == ENOENT { return }
    if Identity(path) != nil, let bytes = try? BoundedFile.read(path, limit: Self.longestFile),
      let known = Self.parse(bytes)
    {
      entries = known
    } else if replacing != .always || status.st_mode & S_IFMT == S_IFDIR {
      throw .cannotCreate(
        path: path, reason: "it exists and Reel did not make it: move it away, or choose another folder")
    }
  }

  /// Returns the identity of a file that is unchanged since Reel made it and may be overwritten, or nil.
  ///
  /// A write-protected file is kept, because its owner wants to keep it.
  package func own(_ name: String) -> Identity? {
    let file = folder + name
    guard let known = entries[name], let identity = Identity(file) else { return nil }
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & 0o200 != 0,
      known.contains(where: { $0.byteCount == Int(status.st_size) }),
      let bytes = try? BoundedFile.read(file, limit: Int(status.st_size)),
      known.contains(Entry(bytes, name: name))
    else { return nil }
    return identity
  }

  /// Adds files that are about to be moved into the folder.
  package mutating func add(_ made: [Entry]) {
    for entry in made { entries[entry.name, default: []].insert(entry) }
  }

  /// Replaces the entries of these names, and removes the entries of files that are no longer in the folder.
  package mutating func replaceEntries(_ made: [Entry]) {
    for entry in made { entries[entry.name] = [entry] }
    entries = entries.filter { name, _ in Identity(folder + name) != nil }
  }

  /// Writes the manifest atomically.
  ///
  /// - Parameter draft: the path of the draft, in a private folder on the same disk.
  package func write(by draft: String) throws(SystemError) {
    unlink(draft)
    do throws(SystemError) {
      try OutputFile.write(Array(text.utf8), to: draft)
      try OutputFile.synchronize(draft)
      guard rename(draft, path) == 0 else { throw SystemError(errno, "rename", path: draft) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  private var text: String {
    let lines = entries.values.joined().sorted { ($0.name, $0.md5) < ($1.name, $1.md5) }.map { entry in
      "\(entry.md5) \(entry.byteCount) \(Self.escaped(entry.name))\n"
    }
    return Self.title + "\n" + lines.joined()
  }

  private static func parse(_ bytes: [UInt8]) -> [String: Set<Entry>]? {
    guard let text = String(validating: bytes, as: UTF8.self), text.utf8.starts(with: (title + "\n").utf8),
      bytes.last == UInt8(ascii: "\n")
    else { return nil }
    var entries: [String: Set<Entry>] = [:]
    for line in text.utf8.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false).map {
        String($0) ?? ""
      }
      guard words.count == 3, words[0].utf8.count == 32, let byteCount = Int(words[1]), byteCount >= 0 else {
        return nil
      }
      let name = unescaped(words[2])
      // A name contains no folders.
      guard !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
      entries[name, default: []].insert(Entry(name: name, byteCount: byteCount, md5: words[0]))
    }
    return entries
  }

  /// A name on one line, as `md5sum` writes it.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func unescaped(_ text: String) -> String {
    var name = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        name.append(scalar == "n" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        name.append(scalar)
      }
    }
    return String(name)
  }
}

extension HiddenManifest {
  /// Checks whether files may be written to a folder.
  ///
  /// - Parameters:
  ///   - names: the names of the files.
  ///   - folder: the folder, which is empty or ends in a slash.
  ///   - manifest: the name of the manifest for all such files.
  ///   - replacing: which files may be replaced.
  /// - Throws: `OutputError.foreign` for a file that Reel did not make, `alreadyExists` for any file with `.never`.
  package static func check(
    _ names: [String], in folder: String, manifest: String, replacing: ReplacementPolicy
  ) throws(OutputError) {
    let known = try HiddenManifest(path: folder + manifest, replacing: replacing)
    let there = names.filter { OutputFile.exists(folder + $0) }
    if replacing == .never, let taken = there.first { throw .alreadyExists(path: folder + taken) }
    let foreign = replacing == .always ? [] : there.filter { known.own($0) == nil }
    if let first = foreign.first { throw .foreign(path: folder + first, otherCount: foreign.count - 1) }
  }

  /// Writes files to a folder, after listing them in the manifest.
  ///
  /// - Throws: `OutputError` as `check` does, and if a file can't be written.
  package static func put(
    _ files: [(name: String, bytes: [UInt8])], in folder: String, manifest: String, replacing: ReplacementPolicy
  ) throws(OutputError) {
    try check(files.map(\.name), in: folder, manifest: manifest, replacing: replacing)
    let draft = try OutputDraft(for: OutputFile(path: folder + manifest, replacing: .always), isAlone: true)
    var known = try HiddenManifest(path: folder + manifest, replacing: replacing)
    let made = files.map { Entry($0.bytes, name: $0.name) }
    known.add(made)
    do throws(SystemError) {
      try known.write(by: draft.path)
    } catch {
      throw draft.failure(error)
    }
    for file in files { try OutputFile(path: folder + file.name, replacing: replacing).put(file.bytes) }
    // The files are complete. If this fails, the manifest still lists the replaced ones as well.
    known.replaceEntries(made)
    try? known.write(by: draft.path)
  }
}
