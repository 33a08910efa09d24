import ReelFiles
import ReelPlatform
import ReelTracing
import ReelVideo

/// The folder of the sessions.
///
/// Each session is a file that people can read, copy and delete; the studio reads the folder and keeps no other record.
actor SessionFolder {
  /// The path of the folder.
  nonisolated let path: String
  /// The alphabets, with those in the folder.
  nonisolated var alphabets: AlphabetShelf { AlphabetShelf(folder: path + "/Alphabets") }
  /// The maximum number of sessions drawn at one time.
  static let mostLive = 64
  /// The bytes of files that one listing reads; the next one continues.
  static let bytesPerListing = 8 << 20
  private static let ending = ".jsonl"
  private static let trash = "Trash"

  private let executor = SerialQueueExecutor(label: "reel.studio.folder")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The call that flushes a file to the disk.
  private let flush: @Sendable (Int32) throws -> Void

  /// The known facts about a file; an object, because thousands of them are sorted and kept.
  private final class Known: Sendable {
    let time: FileTime
    let entry: SessionEntry
    let json: [UInt8]

    init(_ entry: SessionEntry, _ time: FileTime) {
      (self.time, self.entry, json) = (time, entry, JSON.encode(entry))
    }
  }

  private var known: [String: Known] = [:]
  /// The last list that was sent.
  private var listed: (search: String, tag: String, json: [UInt8])?
  /// The allowance for new and imported sessions: enough for a folder full of ink, but not for an endless stream.
  private var allowance: Allowance
  private var live: [String: (session: LiveSession, users: Int)] = [:]
  /// Sessions whose files are being closed; opening one again waits until its lock is gone.
  private var closing: [String: Task<Void, Never>] = [:]

  /// Opens a folder, and creates it if it is missing.
  ///
  /// - Throws: `StudioError` for a path that is not a folder, or can't be written to.
  init(
    _ path: String, flush: @escaping @Sendable (Int32) throws -> Void = Descriptor.synchronize,
    allowance: Allowance = Allowance(most: 2000, perSecond: 20)
  ) throws(StudioError) {
    self.path = path
    self.allowance = allowance
    self.flush = flush
    do throws(SystemError) {
      try Self.makeFolder(path)
    } catch {
      throw StudioError("the folder \(path) can't be created: \(error.reason)")
    }
    guard OutputFile.kind(at: path) == OutputFile.folderKind else {
      throw StudioError("\(path) is not a folder: name another with --folder")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw StudioError("the folder \(path) can't be written to: \(SystemError(errno, "access").reason)")
    }
  }

  /// Creates a folder and its parent folders.
  static func makeFolder(_ path: String) throws(SystemError) {
    guard !OutputFile.exists(path), !path.isEmpty else { return }
    try makeFolder(OutputFile.split(path).prefix.droppingSlashes)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemError(errno, "mkdir", path: path) }
  }

  // MARK: - Reading

  /// The sessions as JSON, and a tag that changes with them.
  ///
  /// - Parameters:
  ///   - search: a part of a session's or pupil's name; empty for all.
  ///   - seen: the tag of the page's list.
  /// - Returns: the tag and the JSON; no JSON if the page's list is current.
  func list(search: String, seen: String? = nil) throws -> (tag: String, json: [UInt8]?) {
    let tag = "\"\(String(UInt(bitPattern: try look()), radix: 36))\""
    if tag == seen { return (tag, nil) }
    // Several pages request the same list, each once a second.
    if let listed, listed.tag == tag, listed.search == search { return (tag, listed.json) }
    var json = Array("{\"sessions\":[".utf8)
    for (index, session) in found(search).enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      json += session.json
    }
    json += "]}".utf8
    listed = (search, tag, json)
    return (tag, json)
  }

  /// The entries of all sessions that a search finds, newest first, all of them read.
  nonisolated func entries(search: String) async throws -> [SessionEntry] {
    while true {
      // Other requests are answered in between.
      if let entries = try await readEntries(search: search) { return entries }
    }
  }

  /// Continues reading; nil while there is more to read.
  private func readEntries(search: String) throws -> [SessionEntry]? {
    _ = try look()
    return known.values.contains { $0.entry.isPending } ? nil : found(search).map(\.entry)
  }

  /// Checks all files and reads those that changed, within a limit.
  ///
  /// - Returns: a hash that changes with the files.
  private func look() throws -> Int {
    var tag = 0
    var bytesLeft = Self.bytesPerListing
    var seen: [String: Known] = [:]
    seen.reserveCapacity(known.count)
    for id in try ids() {
      guard let time = FileTime(file(id)) else { continue }
      var session = known[id]
      if session?.time != time || session?.entry.isPending != false { session = look(at: id, time, &bytesLeft) }
      guard let session else { continue }
      var hasher = Hasher()
      hasher.combine(id)
      hasher.combine(time)
      hasher.combine(session.entry.isPending)
      tag ^= hasher.finalize()
      seen[id] = session
    }
    known = seen
    return tag
  }

  private func found(_ search: String) -> [Known] {
    known.values.filter { matches($0.entry, search) }.sorted {
      ($1.entry.modified, $0.entry.id) < ($0.entry.modified, $1.entry.id)
    }
  }

  private func matches(_ entry: SessionEntry, _ search: String) -> Bool {
    guard !search.isEmpty else { return true }
    let wanted = search.lowercased()
    return entry.name.lowercased().contains(wanted) || entry.pupil.lowercased().contains(wanted)
  }

  private func ids() throws -> [String] { try ids(in: path) }

  private func ids(in path: String) throws -> [String] {
    do throws(BoundedFile.Failure) {
      return try FolderNames.read(path).compactMap { name in
        guard name.hasSuffix(Self.ending), !name.hasPrefix("."), name.utf8.count > Self.ending.utf8.count else {
          return nil
        }
        return String(name.dropLast(Self.ending.count))
      }
    } catch {
      throw Problem(500, "the folder \(path) can't be read: \(error.reason)")
    }
  }

  private func look(at id: String, _ time: FileTime, _ bytesLeft: inout Int) -> Known {
    var entry = SessionEntry(pending: id, time)
    if bytesLeft > 0 {
      bytesLeft -= time.size
      do {
        entry = try SessionEntry(id: id, time, read(id))
      } catch {
        entry = SessionEntry(id: id, time, problem: Problem(error).message)
      }
    }
    return Known(entry, time)
  }

  /// The entry of one session.
  func entry(_ id: String) throws -> SessionEntry {
    guard let time = FileTime(try checked(id)) else { throw Self.gone }
    return try SessionEntry(id: id, time, read(id))
  }

  /// Reads a session.
  func session(_ id: String) throws -> TraceSession {
    _ = try checked(id)
    return try read(id)
  }

  /// The time when a session's file was last changed.
  func time(_ id: String) throws -> FileTime {
    guard let time = FileTime(try checked(id)) else { throw Self.gone }
    return time
  }

  private func read(_ id: String) throws -> TraceSession { try read(at: file(id), id) }

  private func read(at path: String, _ id: String) throws -> TraceSession {
    do throws(BoundedFile.Failure) {
      let bytes = try BoundedFile.read(path, limit: SessionLog.sizeLimit)
      // While a line is being written, or after a crash, the last line may be incomplete.
      if let session = try? TraceSession(bytes, name: id) { return session }
      let whole = bytes.lastIndex(of: 0x0A).map { Array(bytes[...$0]) } ?? bytes
      return try Self.session(whole, id)
    } catch {
      throw Problem(404, "the session \(id.onOneLine(limit: 100)) can't be read: \(error.reason)")
    }
  }

  private static func session(_ bytes: [UInt8], _ id: String) throws(BoundedFile.Failure) -> TraceSession {
    do {
      return try TraceSession(bytes, name: id)
    } catch {
      throw .unread(error.problem)
    }
  }

  private static let gone = Problem(404, "there is no such session: it may have been renamed or deleted")

  private func file(_ id: String) -> String { path + "/" + id + Self.ending }

  /// Returns the path of an existing session.
  private func checked(_ id: String) throws(Problem) -> String {
    guard !id.hasPrefix("."), id.utf8.count <= 200, FileTime(file(id)) != nil else { throw Self.gone }
    return file(id)
  }

  // MARK: - Changing

  /// Writes a new session.
  ///
  /// - Parameters:
  ///   - session: the session to write.
  ///   - date: the end of its name, which makes names distinct.
  /// - Returns: the session's entry.
  func add(_ session: TraceSession, date: String) throws -> SessionEntry {
    guard allowance.admits(1, at: .now) else {
      throw Problem(503, "sessions are being started faster than anyone draws: wait a moment, then try again")
    }
    let id = freeName(SessionName.stem(session.header.name) + "-" + date)
    try OutputFile(path: file(id), replacing: .never).put(session.text(file: id))
    return try entry(id)
  }

  private func freeName(_ wanted: String) -> String {
    var (name, number) = (wanted, 1)
    while OutputFile.exists(file(name)) || OutputFile.exists(trashed(name)) {
      number += 1
      name = "\(wanted)-\(number)"
    }
    return name
  }

  /// Appends new facts about a session to its file.
  func change(_ id: String, _ line: SessionLine) async throws -> SessionEntry {
    let session = try await open(id)
    defer { close(session) }
    try await session.add(line)
    return try entry(id)
  }

  private func trashed(_ id: String) -> String { "\(path)/\(Self.trash)/\(id)\(Self.ending)" }

  /// Moves a session to the trash; pages drawing in it are notified.
  func trash(_ id: String) async throws {
    let path = try checked(id)
    try Self.makeFolder("\(self.path)/\(Self.trash)")
    let session = live[id]?.session
    try move(path, to: trashed(id))
    known[id] = nil
    await session?.close(.gone)
  }

  /// Restores a session from the trash.
  func restore(_ id: String) throws -> SessionEntry {
    guard !id.hasPrefix("."), id.utf8.count <= 200, FileTime(trashed(id)) != nil else { throw Self.gone }
    try move(trashed(id), to: file(id))
    return try entry(id)
  }

  /// The sessions in the trash, newest first.
  func trashedEntries() throws -> [SessionEntry] {
    try trashed().compactMap { id in
      guard let time = FileTime(trashed(id)) else { return nil }
      do {
        return try SessionEntry(id: id, time, read(at: trashed(id), id))
      } catch {
        return SessionEntry(id: id, time, problem: Problem(error).message)
      }
    }.sorted { ($1.modified, $0.id) < ($0.modified, $1.id) }
  }

  /// Permanently deletes a session that is in the trash.
  func deleteTrashed(_ id: String) throws {
    guard !id.hasPrefix("."), id.utf8.count <= 200, FileTime(trashed(id)) != nil else { throw Self.gone }
    try remove(trashed(id))
  }

  /// Permanently deletes all sessions of a pupil, including those in the trash.
  ///
  /// - Returns: the names of the sessions.
  func delete(pupil: String) async throws -> [String] {
    // Read all sessions before deleting the first.
    var theirs = try await entries(search: "").filter { $0.pupil == pupil }.map(\.id)
    for id in theirs {
      let session = live[id]?.session
      try remove(file(id))
      known[id] = nil
      await session?.close(.gone)
    }
    for id in try trashed() {
      guard FileTime(trashed(id)) != nil, let session = try? read(at: trashed(id), id),
        SessionFacts(session).pupil == pupil
      else { continue }
      try remove(trashed(id))
      theirs.append(id)
    }
    OutputFile.synchronizeFolder(of: path + "/")
    return theirs
  }

  /// The names of all sessions, including those in the trash.
  func names() throws -> [String] { try ids() + trashed() }

  private func trashed() throws -> [String] {
    let trash = "\(path)/\(Self.trash)"
    return OutputFile.exists(trash) ? try ids(in: trash) : []
  }

  private func remove(_ path: String) throws(Problem) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw Problem(SystemError(errno, "unlink", path: path) as any Error)
    }
  }

  private func move(_ source: String, to target: String) throws(Problem) {
    do throws(SystemError) {
      try OutputFile.move(source, to: target, replacing: false)
    } catch {
      guard error.code == EEXIST else { throw Problem(error) }
      throw Problem(409, "a session with this name already exists: rename or move one of the files")
    }
    // If the system links instead of renaming, the old name remains.
    unlink(source)
  }

  // MARK: - Drawing

  /// Opens a session for drawing; `close` must follow.
  func open(_ id: String) async throws -> LiveSession {
    while let closing = closing[id] { await closing.value }
    let path = try checked(id)
    if let open = live[id] {
      live[id]?.users += 1
      return open.session
    }
    guard live.count < Self.mostLive else {
      throw Problem(503, "\(Self.mostLive) sessions are being drawn already: close one of them first")
    }
    let session = try LiveSession(id: id, path: path, alphabets: alphabets, flush: flush)
    live[id] = (session, 1)
    return session
  }

  /// Returns a session that `open` returned.
  func close(_ session: LiveSession) {
    guard let users = live[session.id]?.users, live[session.id]?.session === session else { return }
    live[session.id]?.users = users - 1
    guard users == 1 else { return }
    live[session.id] = nil
    closing[session.id] = Task {
      await session.release()
      closing[session.id] = nil
    }
  }

  /// Ends all drawing and flushes everything to the disk.
  func closeAll() async {
    let sessions = live.values.map(\.session)
    live = [:]
    for session in sessions { await session.close(.goingAway) }
  }
}

extension String {
  /// The text without trailing slashes.
  fileprivate var droppingSlashes: String {
    var text = self
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
