import ReelTestSupport
import Foundation
import Testing

@testable import ReelVideo

@Suite("The limits of a container")
struct ControlGroupTests {
  /// Writes files below a folder, and returns what the groups say.
  private func groups(_ membership: String, _ files: [String: String]) async throws -> (
    processors: Double?, freeBytes: Int?
  ) {
    try await withFolder { folder in
      for (path, text) in files {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let groups = ControlGroups(root: folder.path, membership: membership)
      return (groups.processors, groups.freeBytes)
    }
  }

  @Test("In version 2 the least limit of the group and of those above it counts, and cached files do not")
  func second() async throws {
    let limits = try await groups(
      "0::/films/one\n",
      [
        "films/cpu.max": "150000 100000\n", "films/one/cpu.max": "max 100000\n",
        "films/memory.max": "max\n", "films/memory.stat": "anon 5\n",
        "films/one/memory.max": "1000000\n", "films/one/memory.stat": "anon 300000\nfile 600000\n",
      ])
    #expect(limits.processors == 1.5)
    #expect(limits.freeBytes == 700_000)
  }

  @Test("In version 1 each controller has a path of its own")
  func first() async throws {
    let limits = try await groups(
      "4:cpu,cpuacct:/a\n3:memory:/b\n0::/\n",
      [
        "cpu/a/cpu.cfs_quota_us": "300000\n", "cpu/a/cpu.cfs_period_us": "100000\n",
        "memory/b/memory.limit_in_bytes": "1000000\n", "memory/b/memory.stat": "cache 9\ntotal_rss 400000\n",
        "memory/memory.limit_in_bytes": "9223372036854771712\n", "memory/memory.stat": "total_rss 1\n",
      ])
    #expect(limits.processors == 3)
    #expect(limits.freeBytes == 600_000)
  }

  @Test("In a container that sees its own files only, those count, wherever the machine has its group")
  func container() async throws {
    let limits = try await groups(
      "0::/../machine/group\n",
      ["cpu.max": "50000 100000\n", "memory.max": "1000\n", "memory.stat": "anon 2000\n"])
    #expect(limits.processors == 0.5)
    #expect(limits.freeBytes == 0)
  }

  @Test("Without groups, without limits and with nonsense there is no limit", arguments: ["", "0::/\n", "x\n1:cpu\n"])
  func none(membership: String) async throws {
    let limits = try await groups(
      membership, ["cpu.max": "max 100000\n", "cpu/cpu.cfs_quota_us": "-1\n", "memory.max": "max\n"])
    #expect(limits.processors == nil)
    #expect(limits.freeBytes == nil)
  }
}
