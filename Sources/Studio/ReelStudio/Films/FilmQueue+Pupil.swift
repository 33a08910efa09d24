import ReelFiles
import ReelPlatform

extension FilmQueue {
  /// Permanently deletes the films of sessions.
  ///
  /// These are the films of this run, the archives that contain them, and the films of earlier runs that were named after a session.
  ///
  /// - Parameters:
  ///   - sessions: the names of the sessions.
  ///   - pupil: the pupil, whose name begins those of the films.
  ///   - others: the sessions that stay; a film that could belong to one of them stays too.
  /// - Returns: the number of deleted files.
  func delete(of sessions: [String], by pupil: String, keeping others: [String]) async throws -> Int {
    let ids = Set(sessions)
    let theirs = jobs.filter { !ids.isDisjoint(with: $0.sessions) }
    for job in theirs where !job.film.state.isOver { try? remove(job.film.id) }
    for job in theirs { await end(job.film.id) }
    var count = 0
    for job in theirs {
      if unlink(job.path) == 0 { count += 1 }
      try? remove(job.film.id)
    }
    let stems = Self.stems(sessions, pupil).subtracting(Self.stems(others))
    for name in (try? FolderNames.read(folder)) ?? [] where Self.isFilm(name, of: stems) {
      if unlink("\(folder)/\(name)") == 0 { count += 1 }
    }
    if count > 0 { OutputFile.synchronizeFolder(of: folder + "/") }
    return count
  }

  private static func stems(_ sessions: [String], _ pupil: String = "") -> Set<String> {
    Set(
      sessions.flatMap { id in
        [FilmBundle.stem(id, of: pupil)] + ["", "live-"].map { SessionName.stem($0 + id, longest: 120) }
      })
  }

  /// Whether a file has the default name of a session's film: `T-2026-11-23-153012.mp4`, then `T-2026-11-23-153012_2.mp4`.
  private static func isFilm(_ name: String, of stems: Set<String>) -> Bool {
    guard let dot = name.lastIndex(of: "."), Film.types[String(name[name.index(after: dot)...])] != nil else {
      return false
    }
    let parts = name[..<dot].split(separator: "_", omittingEmptySubsequences: false)
    return stems.contains(String(parts[0])) && (parts.count == 1 || parts.count == 2 && Int(parts[1]) != nil)
  }
}
