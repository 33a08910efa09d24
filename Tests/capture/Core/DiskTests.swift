import Foundation
import Reel
import Testing

/// A call of the command that fails, and what is there afterwards.
struct FailingCall: CustomTestStringConvertible, Sendable {
  var call: String
  var at: Int
  var number: Int32
  /// Whether it goes on to fail, as it does on a full disk.
  var lasts = false
  var status: Int32 = 74
  /// The frames of the film so far that are kept.
  var kept: ClosedRange<Int>?
  /// Whether the new film is at its path all the same.
  var succeeds = false

  var testDescription: String { "\(call) \(at) fails with \(String(cString: strerror(number)))" }
  var fault: Fault { Fault(kind: lasts ? "full:\(number)" : "fail:\(number)", at: at, call: call) }
}

@Suite struct DiskTests {
  private static let film = [
    "--fps", "10", "--frames", "60", "--size", "64x64", "--levels", "0...2", "-q", "-o", "a.mp4",
  ]

  /// The film of sixty frames takes twenty-four writes to grow, and one or more to be finished.
  private static let movieCalls = [
    FailingCall(call: "open", at: 1, number: EROFS, status: 73),
    FailingCall(call: "open", at: 1, number: ENOSPC, status: 73),
    FailingCall(call: "open", at: 1, number: EDQUOT, status: 73),
    FailingCall(call: "write", at: 1, number: ENOSPC, lasts: true), FailingCall(call: "write", at: 2, number: EIO),
    FailingCall(call: "write", at: 3, number: EIO, kept: 5...5),
    FailingCall(call: "write", at: 12, number: EIO, kept: 25...25),
    FailingCall(call: "write", at: 13, number: ENOSPC, lasts: true, kept: 30...30),
    FailingCall(call: "write", at: 13, number: EDQUOT, lasts: true, kept: 30...30),
    FailingCall(call: "write", at: 13, number: EROFS, lasts: true, kept: 30...30),
    FailingCall(call: "write", at: 13, number: EFBIG, lasts: true, kept: 30...30),
    FailingCall(call: "write", at: 24, number: ENOSPC, lasts: true, kept: 55...55),
    FailingCall(call: "write", at: 25, number: ENOSPC, lasts: true, kept: 60...60),
    FailingCall(call: "write", at: 25, number: EIO, kept: 60...60),
    FailingCall(call: "mkdir", at: 1, number: ENOSPC, lasts: true, kept: 60...60),
    FailingCall(call: "open", at: 2, number: EROFS, kept: 60...60),
    FailingCall(call: "open", at: 2, number: ENOSPC, kept: 60...60),
    FailingCall(call: "sync", at: 1, number: EIO, kept: 60...60),
    FailingCall(call: "sync", at: 1, number: ENOSPC, kept: 60...60),
    FailingCall(call: "rename", at: 1, number: EIO, kept: 60...60),
    FailingCall(call: "rename", at: 1, number: EROFS, kept: 60...60),
    // Some file systems cannot bring a folder to the disk; the film is whole all the same.
    FailingCall(call: "sync", at: 2, number: EIO, status: 0, succeeds: true),
  ]

  @Test(
    "Whichever call fails: one line with the bytes written and free, 74, the old film intact, the film so far kept",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: movieCalls)
  func movie(failing: FailingCall) async throws {
    let workspace = try Workspace()
    try Data("old".utf8).write(to: workspace.url("a.mp4"))
    let run = try await workspace.capture(Self.film, fault: failing.fault)
    #expect(run.process.status == failing.status, "\(run.process.error)")
    guard !failing.succeeds else {
      #expect(try MovieReader(url: workspace.url("a.mp4")).facts.frameCount == 60)
      return
    }
    #expect(run.process.errorLines.count == 1, "\(run.process.error)")
    if failing.status == 74 {
      #expect(run.process.error.contains(#/^capture: writing a.mp4 failed after \d+ bytes, with \d+ [kM]B free: /#))
    }
    #expect(try Data(contentsOf: workspace.url("a.mp4")) == Data("old".utf8))
    #expect(try workspace.files == (failing.kept == nil ? ["a.mp4"] : ["a.mp4", "a.partial.mp4"]))
    guard let kept = failing.kept else { return }
    if failing.status == 74 {
      #expect(run.process.error.hasSuffix("; the recording so far is in a.partial.mp4\n"))
    }
    let partial = try UnfinishedMovie(url: workspace.url("a.partial.mp4"))
    #expect(kept.contains(partial.frameCount))
    try partial.finish()
    #expect(try MovieReader(url: workspace.url("a.mp4")).facts.frameCount == partial.frameCount)
  }

  @Test(
    "If there was no film before, a failure leaves none, not even an empty one",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: ["write 1", "write 13", "write 25", "open 2", "sync 1", "rename 1"])
  func noTarget(failing: String) async throws {
    let workspace = try Workspace()
    let words = failing.split(separator: " ")
    let fault = Fault(kind: "fail:\(EIO)", at: try #require(Int(words[1])), call: String(words[0]))
    let run = try await workspace.capture(Self.film, fault: fault)
    #expect(run.process.status == 74)
    #expect(try workspace.files == (failing == "write 1" ? [] : ["a.partial.mp4"]))
  }

  @Test(
    "Pictures: whichever call fails, those so far are kept, or nothing is left",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: [
      FailingCall(call: "mkdir", at: 1, number: EROFS, status: 73),
      FailingCall(call: "mkdir", at: 2, number: ENOSPC, status: 73), FailingCall(call: "open", at: 1, number: ENOSPC),
      FailingCall(call: "write", at: 1, number: ENOSPC, lasts: true),
      FailingCall(call: "open", at: 6, number: EDQUOT, kept: 5...5),
      FailingCall(call: "write", at: 6, number: EIO, kept: 5...5),
      FailingCall(call: "write", at: 6, number: ENOSPC, lasts: true, kept: 5...5),
      FailingCall(call: "rename", at: 6, number: EIO, kept: 5...5),
      // The manifest, before any picture moves.
      FailingCall(call: "rename", at: 11, number: EIO, kept: 10...10),
      FailingCall(call: "sync", at: 1, number: EIO, kept: 10...10),
    ])
  func pictures(failing: FailingCall) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "10", "--size", "64x64", "-q", "-o", "s/"]
    let run = try await workspace.capture(film, fault: failing.fault)
    #expect(run.process.status == failing.status, "\(run.process.error)")
    #expect(run.process.errorLines.count == 1, "\(run.process.error)")
    guard let kept = failing.kept else {
      #expect(try workspace.files.isEmpty)
      return
    }
    #expect(
      run.process.error.contains(
        #/^capture: writing s\/(00..\.png|\.%d\.png\.manifest) failed after \d+ bytes, with \d+ [kM]B free: /#))
    #expect(run.process.error.hasSuffix("; the recording so far is in s/.%d.png.partial\n"))
    let recovered = try await workspace.capture("recover", "s/.%d.png.partial")
    #expect(recovered.error.hasPrefix("s/: \(kept.lowerBound) frames saved"), "\(recovered.error)")
    #expect(try workspace.shown("s").count == kept.lowerBound)
  }

  @Test(
    "A still or an exported session: whichever call fails, the old file is intact and nothing else is left",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: ["write", "open", "sync", "rename"], ["still", "export"])
  func singleFiles(call: String, what: String) async throws {
    let workspace = try Workspace()
    // A session is replaced by a session only.
    let old = Data(#"{"format":"reel-trace"}"#.utf8)
    try old.write(to: workspace.url("a.png"))
    let arguments =
      what == "still"
      ? ["still", "--at", "1", "-o", "a.png"] : ["trace", TraceCommandTests.sample("t"), "--export", "a.png"]
    let run = try await workspace.capture(
      arguments + ["-q"], fault: Fault(kind: "fail:\(EIO)", at: 1, call: call))
    #expect(run.process.status == 74, "\(run.process.error)")
    #expect(run.process.errorLines.count == 1)
    #expect(try workspace.files == ["a.png"])
    #expect(try Data(contentsOf: workspace.url("a.png")) == old)
  }

  @Test(
    "A film whose folder is removed during the recording soon ends with 74, and says so",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: ["d/a.mp4", "d/"])
  func removedFolder(path: String) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    let run = try await workspace.capture(
      ["--frames", "100000", "--size", "64x64", "--levels", "0...2", "-q", "-o", path],
      fault: Fault(kind: "vanish", at: 20, call: "write"))
    #expect(run.process.status == 74, "\(run.process.error)")
    #expect(run.process.errorLines.count == 1, "\(run.process.error)")
    #expect(run.calls.count < 60)
    #expect(!run.process.error.contains("the recording so far"), "\(run.process.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "A film that may not fit on its disk is made after a one-line warning",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: ["a.mp4", "s/"])
  func warning(path: String) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "30", "--size", "640x360", "-o", path]
    let short = try await workspace.capture(film, fault: .none, freeBytes: 8192)
    #expect(short.process.status == 0)
    #expect(
      short.process.error.contains(
        #/^capture: warning: \S+ may need [\d.]+ [kM]B, but only [\d.]+ (bytes|kB) are free: free some space, or choose another disk\n/#
      ))
    let quiet = try await workspace.capture(film + ["-q"], fault: .none, freeBytes: 8192)
    #expect(quiet.process.status == 0 && quiet.process.error.isEmpty)
    let ample = try await workspace.capture(film, fault: .none, freeBytes: 1 << 40)
    #expect(!ample.process.error.contains("warning"), "\(ample.process.error)")
  }
}
