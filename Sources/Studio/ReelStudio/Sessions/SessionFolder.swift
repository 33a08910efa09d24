import ReelFiles
import ReelPlatform
import ReelTracing
import ReelVideo

/// The folder of the sessions: each is a file that a person can read, copy and delete; the studio only looks at them.
actor SessionFolder {
  /// The path of the folder.
  nonisolated let path: String
  /// The most sessions that are drawn at one time.
  static let mostLive = 64
  /// The bytes of files that one listing reads; the next one reads on.
  static let bytesPerListing = 8 << 20
  private static let ending = ".jsonl"
  private static let trash = "Trash"

  private let executor = SerialQueueExecutor(label: "reel.studio.folder")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Flushes a file to the disk.
  private let flush: @Sendable (Int32) throws -> Void

  /// What is known of a file; an object, since thousands of them are sorted and kept.
  private final class Known: Sendable {
    let time: FileTime
    let entry: SessionEntry
    let json: [UInt8]

    init(_ entry: SessionEntry, _ time: FileTime) {
      (self.time, self.entry, json) = (time, entry, JSON.encode(entry))
    }
  }

  private var known: [String: Known] = [:]
  /// The list that was told last.
  private var listed: (search: String, tag: String, json: [UInt8])?
  /// How many sessions are begun or brought in: a folder full of ink, and no endless stream.
  private var allowance: Allowance
  private var live: [String: (session: LiveSession, users: Int)] = [:]
  /// Sessions whose files are being closed: who opens one again waits until its lock is gone.
  private var closing: [String: Task<Void, Never>] = [:]

  /// Opens a folder, and makes it where there is none.
  ///
  /// - Throws: `StudioError` for a path that is no folder, or one that can't be written to.
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
      throw StudioError("the folder \(path) can't be made: \(error.reason)")
    }
    guard OutputFile.kind(at: path) == OutputFile.folderKind else {
      throw StudioError("\(path) is no folder: name another with --folder")
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw StudioError("the folder \(path) can't be written to: \(SystemError(errno, "access").reason)")
    }
  }

  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws(SystemError) {
    guard !OutputFile.exists(path), !path.isEmpty else { return }
    try makeFolder(OutputFile.split(path).prefix.droppingSlashes)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw SystemError(errno, "mkdir", path: path) }
  }

  // MARK: - Looking

  /// The sessions as JSON, and a tag that changes with them.
  ///
  /// - Parameters:
  ///   - search: a part of a name or of a pupil's; empty for all.
  ///   - seen: the tag that the page knows.
  /// - Returns: no JSON where the page knows it.
  func list(search: String, seen: String? = nil) throws -> (tag: String, json: [UInt8]?) {
    let tag = "\"\(String(UInt(bitPattern: try look()), radix: 36))\""
    if tag == seen { return (tag, nil) }
    // Several pages ask for the same list, each once a second.
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

  /// The entries of all sessions that a search finds, the newest first; none is left unread.
  nonisolated func entries(search: String) async throws -> [SessionEntry] {
    while true {
      // Others are answered in between.
      if let entries = try await readEntries(search: search) { return entries }
    }
  }

  /// Reads on; nil while there is more to be read.
  private func readEntries(search: String) throws -> [SessionEntry]? {
    _ = try look()
    return known.values.contains { $0.entry.isPending } ? nil : found(search).map(\.entry)
  }

  /// Looks at all files, and reads those that changed, within a bound.
  ///
  /// - Returns: a number that changes with them.
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

  /// When the file of a session was last changed.
  func time(_ id: String) throws -> FileTime {
    guard let time = FileTime(try checked(id)) else { throw Self.gone }
    return time
  }

  private func read(_ id: String) throws -> TraceSession { try read(at: file(id), id) }

  private func read(at path: String, _ id: String) throws -> TraceSession {
    do throws(BoundedFile.Failure) {
      let bytes = try BoundedFile.read(path, limit: SessionLog.sizeLimit)
      // While a line is being written, or after a crash, the last one may be torn.
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

  /// Returns the path of a session that is there.
  private func checked(_ id: String) throws(Problem) -> String {
    guard !id.hasPrefix("."), id.utf8.count <= 200, FileTime(file(id)) != nil else { throw Self.gone }
    return file(id)
  }

  // MARK: - Changing

  /// Writes a new session.
  ///
  /// - Parameters:
  ///   - session: what is written.
  ///   - date: what its name ends in, so that names are told apart.
  /// - Returns: its entry.
  func add(_ session: TraceSession, date: String) throws -> SessionEntry {
    guard allowance.admits(1, at: .now) else {
      throw Problem(503, "sessions are being begun faster than anyone draws: wait a moment, then try again")
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

  /// Adds what is newly known of a session to its file.
  func change(_ id: String, _ line: SessionLine) async throws -> SessionEntry {
    let session = try await open(id)
    defer { close(session) }
    try await session.add(line)
    return try entry(id)
  }

  private func trashed(_ id: String) -> String { "\(path)/\(Self.trash)/\(id)\(Self.ending)" }

  /// Moves a session to the trash; pages that draw in it are told.
  func trash(_ id: String) async throws {
    let path = try checked(id)
    try Self.makeFolder("\(self.path)/\(Self.trash)")
    let session = live[id]?.session
    try move(path, to: trashed(id))
    known[id] = nil
    await session?.close(.gone)
  }

  /// Takes a session out of the trash.
  func restore(_ id: String) throws -> SessionEntry {
    guard !id.hasPrefix("."), id.utf8.count <= 200, FileTime(trashed(id)) != nil else { throw Self.gone }
    try move(trashed(id), to: file(id))
    return try entry(id)
  }

  /// Deletes all sessions of a pupil, also those in the trash, for good.
  ///
  /// - Returns: their names.
  func delete(pupil: String) async throws -> [String] {
    // All are read before the first is deleted.
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

  /// The names of all sessions, also of those in the trash.
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
      throw Problem(409, "a session with this name is there already: rename or move one of the files")
    }
    // Where the system links instead of renaming, the old name is left.
    unlink(source)
  }

  // MARK: - Drawing

  /// Opens a session to be drawn in; `close` has to follow.
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
    let session = try LiveSession(id: id, path: path, flush: flush)
    live[id] = (session, 1)
    return session
  }

  /// Gives a session back that `open` returned.
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

  /// Ends all drawing, with everything on the disk.
  func closeAll() async {
    let sessions = live.values.map(\.session)
    live = [:]
    for session in sessions { await session.close(.goingAway) }
  }
}

extension String {
  /// The text without slashes at its end.
  fileprivate var droppingSlashes: String {
    var text = self
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
