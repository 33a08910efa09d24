/// The limits that a container or a service manager sets for this process: Linux control groups, versions 1 and 2.
package struct ControlGroups: Sendable {
  /// The mount point.
  private let root: String
  /// The text of `/proc/self/cgroup`: one line for each hierarchy, `number:controllers:path`.
  private let membership: String

  /// Creates the groups of this process.
  package init() { self.init(root: "/sys/fs/cgroup", membership: SystemText.at("/proc/self/cgroup") ?? "") }

  /// Creates groups from a mount point and a membership text.
  init(root: String, membership: String) { (self.root, self.membership) = (root, membership) }

  /// The number of processors that the process may keep busy, possibly less than one; nil if there is no limit.
  package var processors: Double? {
    let second = folders(of: "cpu").compactMap { folder -> Double? in
      guard let words = text("cpu.max", in: folder)?.split(whereSeparator: \.isWhitespace), words.count == 2 else {
        return nil
      }
      return Self.ratio(Double(words[0]), Double(words[1]))
    }
    let first = folders(of: "cpu").compactMap { folder in
      Self.ratio(number("cpu.cfs_quota_us", in: folder), number("cpu.cfs_period_us", in: folder))
    }
    return (first + second).min()
  }

  /// The bytes that the process, and everything that shares its groups, may still allocate; nil if there is no limit.
  ///
  /// Cached files do not count: they can be read again.
  package var freeBytes: Int? {
    let second = folders(of: "memory").compactMap { folder in
      free(limit: number("memory.max", in: folder), taken: "anon", in: folder)
    }
    let first = folders(of: "memory").compactMap { folder in
      free(limit: number("memory.limit_in_bytes", in: folder), taken: "total_rss", in: folder)
    }
    return (first + second).min()
  }

  /// Version 1 writes the largest number of pages if there is no limit.
  private static let unlimited = Double(1 << 60)

  private func free(limit: Double?, taken name: String, in folder: String) -> Int? {
    guard let limit, limit < Self.unlimited, let text = text("memory.stat", in: folder) else { return nil }
    return SystemText.value(of: name, in: text).map { max(0, Int(clamping: limit) - $0) }
  }

  /// Returns the share of a period; nil for no limit, which is a negative number or a word.
  private static func ratio(_ quota: Double?, _ period: Double?) -> Double? {
    guard let quota, let period, quota > 0, period > 0 else { return nil }
    return quota / period
  }

  /// The folders of this process's group for a controller and of its parents; the lowest of their limits applies.
  private func folders(of controller: String) -> [String] {
    var folders: [String] = []
    for line in membership.split(separator: "\n") {
      let words = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count == 3 else { continue }
      // Version 2 has one hierarchy, whose line names no controller.
      let isUnified = words[1].isEmpty
      guard isUnified || words[1].split(separator: ",").contains(Substring(controller)) else { continue }
      let base = isUnified ? root : "\(root)/\(controller)"
      var path = base
      folders.append(path)
      // In a container the path may be that of the host, and not exist.
      for name in words[2].split(separator: "/") where name != ".." {
        path += "/\(name)"
        folders.append(path)
      }
    }
    return folders
  }

  private func text(_ name: String, in folder: String) -> String? { SystemText.at("\(folder)/\(name)") }

  private func number(_ name: String, in folder: String) -> Double? {
    text(name, in: folder).flatMap { $0.split(whereSeparator: \.isWhitespace).first }.flatMap { Double($0) }
  }
}
