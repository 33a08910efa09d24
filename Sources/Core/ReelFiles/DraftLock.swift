import ReelPlatform

/// The private folder of a draft, locked until the process ends.
///
/// The folder is `.NAME.final`, with six random characters appended if another draft holds that name. If such a folder is unlocked, its
/// process died, and the next draft takes it over or removes it.
final class DraftLock {
  /// The path of the folder.
  let folder: String
  private let descriptor: Int32

  /// The name of the file in progress.
  static let noteName = "note"
  /// The name of the previous file, if kept.
  static let keptName = "before"
  /// The name of a clip in progress, without its extension.
  static let clipName = "clip"
  private static let ending = ".final"
  /// The ending of additional folders: a template for the C function `mkdtemp`, which replaces the six X.
  private static let freshEnding = ending + ".XXXXXX"

  /// Creates or takes over the folder of a file.
  ///
  /// - Throws: `OutputError.inUse` if another process holds it and `isAlone` is set; `cannotCreate` if it can't be created.
  init(for output: OutputFile, isAlone: Bool) throws(OutputError) {
    let known = output.sibling(".", output.name, Self.ending)
    Self.removeLeft(by: output)
    if let held = try Self.take(known, for: output, isAlone: isAlone) {
      (folder, descriptor) = (known, held)
      return
    }
    let template = output.sibling(".", output.name, Self.freshEnding)
    while true {
      let made = template.withCString { template -> String? in
        guard let copy = strdup(template) else { return nil }
        defer { free(copy) }
        return mkdtemp(copy) == nil ? nil : String(cString: copy)
      }
      guard let made else { throw .cannotCreate(path: output.givenPath, reason: SystemError(errno, "mkdtemp").reason) }
      // Another process may have removed the folder before it was locked.
      if case .held(let held) = Self.lock(made, isNew: true) {
        (folder, descriptor) = (made, held)
        return
      }
    }
  }

  deinit {
    Self.empty(folder)
    rmdir(folder)
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Returns the descriptor of the folder with the fixed name, or nil if another name is needed.
  private static func take(_ path: String, for output: OutputFile, isAlone: Bool) throws(OutputError) -> Int32? {
    while true {
      let isNew = mkdir(path, 0o700) == 0
      if !isNew, errno != EEXIST {
        throw .cannotCreate(path: output.givenPath, reason: SystemError(errno, "mkdir").reason)
      }
      switch lock(path, isNew: isNew) {
      case .held(let held):
        if !isNew { empty(path) }
        return held
      case .gone: continue
      case .busy where isAlone: throw .inUse(path: output.givenPath)
      case .busy, .foreign: return nil
      }
    }
  }

  private enum Outcome {
    case held(Int32), gone, busy, foreign
  }

  /// Locks a folder if it is private and belongs to the user.
  private static func lock(_ path: String, isNew: Bool) -> Outcome {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return errno == ENOENT ? .gone : .foreign }
    var own = stat()
    var there = stat()
    var outcome = Outcome.held(folder)
    if fstat(folder, &own) != 0 || !isNew && (own.st_uid != geteuid() || own.st_mode & 0o777 != 0o700) {
      outcome = .foreign
    } else if flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || !isNew {
      // On a file system without locks, an existing folder may be in use.
      outcome = errno == EWOULDBLOCK ? .busy : .foreign
    } else if lstat(path, &there) != 0 || there.st_ino != own.st_ino || there.st_dev != own.st_dev {
      outcome = .gone
    }
    if case .held = outcome { return outcome }
    close(folder)
    return outcome
  }

  /// Removes only the files of drafts from their folder.
  private static func empty(_ folder: String) {
    for name in [noteName, keptName, "whole"] { unlink("\(folder)/\(name)") }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      if name.hasPrefix(clipName + ".") { unlink("\(folder)/\(name)") }
      // A clip in progress has its own draft.
      if name.hasPrefix(".\(clipName)."), name.hasSuffix(ending) {
        empty("\(folder)/\(name)")
        rmdir("\(folder)/\(name)")
      }
    }
  }

  /// Removes folders with other names that dead processes left.
  private static func removeLeft(by output: OutputFile) {
    let (prefix, folder, _) = OutputFile.split(output.path)
    let start = OutputFile.split(output.sibling(".", output.name, freshEnding)).name.dropLast(6)
    guard let names = opendir(folder) else { return }
    defer { closedir(names) }
    var left: [String] = []
    let count = start.utf8.count
    while let entry = readdir(names) {
      let isOfDraft = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
          strncmp(name, String(start), count) == 0 && strlen(name) == count + 6 ? String(cString: name) : nil
        }
      }
      if let isOfDraft { left.append(prefix + isOfDraft) }
    }
    for path in left {
      guard case .held(let held) = lock(path, isNew: false) else { continue }
      empty(path)
      rmdir(path)
      close(held)
    }
  }
}
