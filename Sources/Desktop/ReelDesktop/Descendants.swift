import ReelPlatform

/// The processes below this one.
///
/// A process that adopts orphans is above all that it started, whatever they did.
enum Descendants {
  /// The living descendants, without those that only wait to be reaped.
  static var all: Set<pid_t> {
    #if os(Linux)
      var parents: [pid_t: pid_t] = [:]
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        guard let process = pid_t(name), let status = status(of: process), status.state != "Z" else { continue }
        parents[process] = status.parent
      }
      let mine = getpid()
      return Set(
        parents.keys.filter { process in
          var above = parents[process]
          // A list that changes while it is read may have circles.
          for _ in 0..<64 {
            guard let next = above, next != mine else { break }
            above = parents[next]
          }
          return above == mine
        })
    #else
      return []
    #endif
  }

  private static func status(of process: pid_t) -> (state: String, parent: pid_t)? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
    // The name of the program, in brackets, may contain anything.
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
    return (String(fields[0]), parent)
  }

  /// Reaps children that have ended.
  static func reap(_ take: (pid_t, Int32) -> Void = { _, _ in }) {
    var status: Int32 = 0
    while true {
      let process = waitpid(-1, &status, WNOHANG)
      if process > 0 { take(process, status) } else if process == 0 || errno != EINTR { return }
    }
  }

  /// Ends all descendants: first they are asked, and after 2 s killed.
  ///
  /// - Parameters:
  ///   - groups: Process groups that belong to them, for systems without a list of processes.
  ///   - kept: Processes that stay.
  static func end(groups: [pid_t] = [], except kept: Set<pid_t> = []) {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(2)
    for group in groups where group > 0 { kill(-group, SIGTERM) }
    var asked: Set<pid_t> = []
    while true {
      reap()
      let living = all.subtracting(kept)
      if living.isEmpty { break }
      let isLate = clock.now >= deadline
      for process in living where isLate || asked.insert(process).inserted { kill(process, isLate ? SIGKILL : SIGTERM) }
      _ = poll(nil, 0, 5)
    }
    for group in groups where group > 0 { kill(-group, SIGKILL) }
  }
}
