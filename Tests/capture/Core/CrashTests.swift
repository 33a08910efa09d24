import Foundation
import Reel
import ReelTestSupport
import Testing

@Suite struct CrashTests {
  /// A fragment holds five frames; there are as many calls as moments to be killed at.
  private static let frames = 240
  private static let film = [
    "--fps", "10", "--frames", "\(frames)", "--size", "64x64", "--levels", "0...2", "-q", "-o", "a.mp4",
  ]

  @Test(
    "Killed at any call, the old or the new film is complete, and the film so far is less than a second short",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func everyMoment() async throws {
    let calm = try Workspace()
    let reference = try await calm.capture(Self.film, fault: .none)
    let whole = try Data(contentsOf: calm.url("a.mp4"))
    let calls = reference.calls
    #expect(calls.count >= 100)
    // Every phase is among them: the start, the growing file, the finished one, its sync, the change of names, the end.
    for phase in [
      "open a.partial.mp4", "write a.partial.mp4", "open whole", "write whole", "sync whole", "rename a.mp4",
      "unlink a.partial.mp4",
    ] {
      #expect(calls.contains { "\($0.name) \($0.file)" == phase }, "\(phase)")
    }

    // Two at a time, and judged in the order of the film.
    var random = Seeded()
    let seed = "\(random)"
    let faults = (1...calls.count).map { Fault(kind: Bool.random(using: &random) ? "kill" : "torn", at: $0) }
    var (saved, films) = (0, 0)
    for start in stride(from: 0, to: faults.count, by: 2) {
      async let first = Self.outcome(of: faults[start], before: whole)
      async let second = start + 1 < faults.count ? Self.outcome(of: faults[start + 1], before: whole) : nil
      for outcome in try await [first, second] {
        guard let outcome else { continue }
        let fault = outcome.fault
        let context: Comment = "\(fault.kind) at call \(fault.at), \(calls[fault.at - 1]), \(seed)"
        #expect(outcome.status == SIGKILL, context)
        #expect(outcome.isTargetSound, context)
        // Once the film is at its path, what is left beside it blocks nothing.
        if let next = outcome.next { #expect(next.error.isEmpty && next.files == ["a.mp4"], context) }
        films += outcome.next == nil ? 0 : 1
        if let frames = outcome.frames {
          // Moments come in the order of the film: nothing is lost again, and a fragment adds a second at most.
          #expect((saved...saved + 10).contains(frames), context)
          saved = frames
        } else {
          // Before the first fragment is whole, or once the film is at its path.
          #expect(saved == 0 || outcome.next != nil, context)
        }
      }
    }
    #expect(saved == Self.frames)
    // After the change of names, the partial file is still there at some moments, and gone at others.
    #expect(films >= 3)
  }

  /// What is there after the command was killed.
  private struct Outcome {
    var fault: Fault
    var status: Int32
    /// Whether the target is what it was before, or the new film whole.
    var isTargetSound: Bool
    /// The frames in the partial file; nil where there are none.
    var frames: Int?
    /// What the next recording to the name says and leaves; nil where the new film was not there.
    var next: (error: String, files: [String])?
  }

  private static func outcome(of fault: Fault, before whole: Data) async throws -> Outcome? {
    let workspace = try Workspace()
    // Every second film has a predecessor.
    let old = fault.at % 2 == 0 ? Data("the film of last year".utf8) : nil
    try old?.write(to: workspace.url("a.mp4"))
    let run = try await workspace.capture(film, fault: fault)
    let target = try? Data(contentsOf: workspace.url("a.mp4"))
    let frames = try savedFrames(in: workspace)
    var next: (error: String, files: [String])?
    if target == whole {
      let run = try await CaptureProcess.run(film, in: workspace.folder)
      next = (run.error, try workspace.files)
    }
    return Outcome(
      fault: fault, status: run.process.status, isTargetSound: target == whole || target == old, frames: frames,
      next: next)
  }

  /// The frames that the partial file plays and `UnfinishedMovie` finds; nil where there are none.
  private static func savedFrames(in workspace: Workspace) throws -> Int? {
    let partial = workspace.url("a.partial.mp4")
    guard FileManager.default.fileExists(atPath: partial.path),
      let frames = try? UnfinishedMovie(url: partial).frameCount
    else { return nil }
    // Any player shows them all, from the first on.
    let reader = try MovieReader(url: partial)
    for index in 0..<frames { #expect(try reader.nextFrame()?.index == index) }
    return frames
  }

  @Test(
    "The next recording reports a killed film and leaves it alone, and capture recover finishes it",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: ["mp4", "mov", "mkv"])
  func recover(ending: String) async throws {
    let workspace = try Workspace()
    let film = Self.film.dropLast() + ["a.\(ending)"]
    let partial = ending == "mp4" ? "a.partial.mp4" : "a.\(ending).partial.mp4"
    _ = try await workspace.capture(Array(film), fault: Fault(kind: "torn", at: 41, call: "write"))
    let left = try Data(contentsOf: workspace.url(partial))

    let next = try await CaptureProcess.run(Array(film), in: workspace.folder)
    #expect(next.status == 73)
    #expect(next.errorLines.count == 1)
    #expect(next.error.contains("finish it with capture recover \(partial)"), "\(next.error)")
    #expect(try Data(contentsOf: workspace.url(partial)) == left)

    let recovered = try await workspace.capture("recover", partial)
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(recovered.error.hasPrefix("a.\(ending): 100 frames saved, "), "\(recovered.error)")
    #expect(try workspace.files == ["a.\(ending)"])
    let reader = try MovieReader(url: workspace.url("a.\(ending)"))
    #expect(reader.facts.codec == "h264" && reader.facts.colors == .bt709)
    #expect(reader.facts.size == PixelSize(width: 64, height: 64))
    #expect(reader.facts.frameRate == 10)
    var frames: [Int?] = []
    while let frame = try reader.nextFrame() { frames.append(frame.time?.frameIndex(at: 10)) }
    #expect(frames == Array(0..<100))
    if ending != "mkv" { #expect(reader.facts.frameCount == 100) }
  }

  @Test(
    "Every H.265 picture is recovered; of a damaged film, the first ones are, with 65, and the partial file stays",
    .enabled(if: Fault.isPossible && CaptureProcess.find("ffprobe") != nil, "needs a C compiler and ffprobe"))
  func recoverReordered() async throws {
    let workspace = try Workspace()
    func count(_ name: String) async throws -> Int? {
      let probe = try await CaptureProcess.run(
        executable: try #require(CaptureProcess.find("ffprobe")),
        ["-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0", name],
        in: workspace.folder)
      return String(decoding: probe.output, as: UTF8.self).split(separator: "\n").first.flatMap { Int($0) }
    }
    let film = Self.film.dropLast(2) + ["--codec", "hevc", "--growth", "1", "-o", "a.mp4"]
    _ = try await workspace.capture(Array(film), fault: Fault(kind: "kill", at: 41, call: "write"))
    let left = try Data(contentsOf: workspace.url("a.partial.mp4"))
    let frames = try #require(try await count("a.partial.mp4"))
    let recovered = try await workspace.capture("recover", "a.partial.mp4")
    #expect(recovered.status == 0 && recovered.error.hasPrefix("a.mp4: \(frames) frames saved, "), "\(recovered.error)")
    #expect(try await count("a.mp4") == frames && frames >= 60)
    #expect(try workspace.files == ["a.mp4"])

    // Cut within the last fragment, as a loss of power may leave it.
    try left.dropLast(9).write(to: workspace.url("a.partial.mp4"))
    let partly = try await workspace.capture("recover", "a.partial.mp4")
    #expect(partly.status == 65 && partly.errorLines.count == 1, "\(partly.error)")
    #expect(partly.error.contains("a.partial.mp4 was kept, because it may hold more"), "\(partly.error)")
    #expect(try workspace.files == ["a.mp4", "a.partial.mp4"])
    #expect(try Data(contentsOf: workspace.url("a.partial.mp4")) == left.dropLast(9))
    let saved = try #require(try await count("a.mp4"))
    #expect(partly.error.hasPrefix("capture: a.mp4 has the first \(saved) frames; ") && (1..<frames).contains(saved))
  }

  @Test(
    "--durable brings every fragment to the disk before and after it counts",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func durable() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "60", "--size", "64x64", "--levels", "0...2", "-q", "-o", "a.mp4", "--durable"]
    let run = try await workspace.capture(film, fault: .none)
    #expect(run.process.status == 0, "\(run.process.error)")
    let calls = run.calls.filter { $0.file == "a.partial.mp4" && $0.name != "unlink" }.map(\.name)
    #expect(calls == ["open"] + (0..<12).flatMap { _ in ["write", "sync", "write", "sync"] })
    // The folder holds the name of the partial file, and later that of the film.
    #expect(run.calls.dropFirst().first?.name == "sync")
    let pictures = try await workspace.capture(
      ["--frames", "4", "--size", "64x64", "-q", "--durable", "-o", "s/"], fault: .none)
    #expect(pictures.calls.count { $0.name == "sync" && $0.file == "unfinished" } == 4)
  }

  @Test(
    "A file that is not an unfinished film is refused with 65, a missing one with 66, and nothing changes",
    arguments: [
      "text.partial.mp4", "empty.partial.mp4", "whole.partial.mp4", "whole.mp4", "none.partial.mp4", "none.mp4", "s/",
    ])
  func refused(name: String) async throws {
    let workspace = try Workspace()
    switch name.prefix(while: { $0 != "." && $0 != "/" }) {
    case "text": try Data("no film\n".utf8).write(to: workspace.url(name))
    case "empty": try Data().write(to: workspace.url(name))
    case "s": try FileManager.default.createDirectory(at: workspace.url(name), withIntermediateDirectories: false)
    case "none": break
    default:
      _ = try await workspace.capture("--frames", "3", "--size", "64x64", "-q", "-o", "w.mp4")
      try FileManager.default.moveItem(at: workspace.url("w.mp4"), to: workspace.url(name))
    }
    let files = try workspace.files
    let before = try? Data(contentsOf: workspace.url(name))
    let result = try await workspace.capture("recover", name)
    #expect(result.status == (name.hasPrefix("none") ? 66 : 65), "\(result.error)")
    #expect(result.errorLines.count == 1)
    let isMissing = before == nil && name != "s/"
    let reason = isMissing ? ": no such file; check its name" : " is not an unfinished film: "
    #expect(result.error.contains(reason), "\(result.error)")
    #expect(try workspace.files == files)
    #expect((try? Data(contentsOf: workspace.url(name))) == before)
  }

  @Test("A film still being recorded is not finished by another process, and one that must not be replaced stays")
  func recoverInUse() async throws {
    let workspace = try Workspace()
    let size = PixelSize(width: 64, height: 64)
    let writer = try MovieWriter(
      to: .file(workspace.url("a.mp4")), configuration: VideoConfiguration(size: size, frameRate: 10))
    for index in 0..<60 { try await writer.append(Bitmap(size: size), changed: .all(of: size), at: index) }
    let early = try await workspace.capture("recover", "a.partial.mp4")
    #expect(early.status == 73)
    #expect(early.error.contains("is being written by another recording"), "\(early.error)")

    #expect(await writer.abandon() == workspace.url("a.partial.mp4").path)
    let left = try Data(contentsOf: workspace.url("a.partial.mp4"))
    try Data("precious".utf8).write(to: workspace.url("a.mp4"))
    let refused = try await workspace.capture("recover", "a.partial.mp4", "--no-clobber")
    #expect(refused.status == 73, "\(refused.error)")
    #expect(try Data(contentsOf: workspace.url("a.mp4")) == Data("precious".utf8))
    #expect(try Data(contentsOf: workspace.url("a.partial.mp4")) == left)

    let elsewhere = try await workspace.capture("recover", "a.partial.mp4", "-q", "-o", "b.mov")
    #expect(elsewhere.status == 0 && elsewhere.error.isEmpty, "\(elsewhere.error)")
    #expect(try workspace.files == ["a.mp4", "b.mov"])
    #expect(try MovieReader(url: workspace.url("b.mov")).nextFrame()?.index == 0)
  }

  @Test(
    "Killed at any call, the folder holds one film, directly or after capture recover, and the next film finds no foreign files",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: ["kill", "torn"])
  func movedPictures(kind: String) async throws {
    let workspace = try Workspace()
    let old = ["--frames", "5", "--levels", "1...2", "--size", "64x64", "-q", "-o", "s/p%03d.png"]
    let film = ["--frames", "3", "--levels", "0...1", "--size", "64x64", "-q", "-o", "s/p%03d.png"]
    #expect(try await CaptureProcess.run(old, in: workspace.folder).status == 0)
    // Not a picture of the sequence, whatever happens.
    try Data("mine".utf8).write(to: workspace.url("s/p1.png"))
    try FileManager.default.copyItem(at: workspace.url("s"), to: workspace.url("before"))
    func pictures() throws -> [Data] {
      try workspace.shown("s").map { try Data(contentsOf: workspace.url("s/" + $0)) }
    }
    func begin() throws {
      try FileManager.default.removeItem(at: workspace.url("s"))
      try FileManager.default.copyItem(at: workspace.url("before"), to: workspace.url("s"))
    }
    let before = try pictures()
    let calls = try await workspace.capture(film, fault: .none).calls
    let after = try pictures()
    #expect(before.count == 6 && after.count == 4 && before.prefix(3) != after.prefix(3))
    // The first three renames name the pictures where they are made, the others move the manifest, them, and it again.
    let renames = calls.indices.filter { calls[$0].name == "rename" }
    try #require(renames.count == 8 && calls.count > renames[7] + 1)
    for at in calls.indices {
      try begin()
      let context: Comment = "\(kind) at call \(at), \(calls[at])"
      _ = try await workspace.capture(film, fault: Fault(kind: kind, at: at + 1))
      let isBegun = try FileManager.default.contentsOfDirectory(atPath: workspace.url("s").path).contains {
        $0.hasSuffix(".partial")
      }
      if try pictures() != after, at > renames[2] {
        let recovered = try await workspace.capture("recover", "s/.p%d.png.partial", "-q")
        #expect(recovered.status == 0, "\(context): \(recovered.error)")
        #expect(try pictures() == after, context)
      } else if try pictures() != after {
        #expect(try pictures() == before, context)
        if isBegun { _ = try await workspace.capture("recover", "s/.p%d.png.partial", "-q") }
      } else if isBegun {
        // The last picture may stand in both folders.
        _ = try await workspace.capture("recover", "s/.p%d.png.partial", "-q")
      }
      let next = try await CaptureProcess.run(film, in: workspace.folder)
      #expect(next.status == 0, "\(context): \(next.error)")
      #expect(try pictures() == after, context)
    }
  }

  @Test(
    "capture recover finishes pictures whose recording was killed while making or moving them",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"),
    arguments: [("rename", 7), ("link", 5), ("link", 6), ("unlink", 12)])
  func recoverPictures(call: String, at: Int) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "10", "--size", "64x64", "-q", "-o", "s/p%03d.png"]
    // Each picture gets its name in the hidden folder first; then all move.
    let killed = try await workspace.capture(film, fault: Fault(kind: "kill", at: at, call: call))
    #expect(killed.process.status == SIGKILL)
    let next = try await CaptureProcess.run(film, in: workspace.folder)
    #expect(next.status == 73)
    #expect(next.error.contains("finish it with capture recover s/.p%d.png.partial"), "\(next.error)")
    let recovered = try await workspace.capture("recover", "s/.p%d.png.partial")
    let count = call == "rename" ? at - 1 : 10
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(recovered.error.hasPrefix("s/: \(count) frames saved, "), "\(recovered.error)")
    #expect(try workspace.shown("s") == (0..<count).map { "p00\($0).png" })
  }

  @Test(
    "A damaged picture keeps all unfinished ones in place, until it and those after it are removed",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"), arguments: ["empty", "torn", "zeros"],
    ["png", "jpg", "webp"])
  func damagedPicture(damage: String, ending: String) async throws {
    let workspace = try Workspace()
    let film = ["--frames", "10", "--size", "320x240", "-q", "-o", "s/p%03d.\(ending)"]
    _ = try await workspace.capture(film, fault: Fault(kind: "kill", at: 7, call: "rename"))
    let (folder, name) = ("s/.p%d.\(ending).partial", "p003.\(ending)")
    let whole = try Data(contentsOf: workspace.url("\(folder)/\(name)"))
    let kept = damage == "empty" ? 0 : whole.count / 2
    let bytes = whole.prefix(kept) + Data(count: damage == "zeros" ? whole.count - kept : 0)
    try bytes.write(to: workspace.url("\(folder)/\(name)"))
    let before = try FileManager.default.contentsOfDirectory(atPath: workspace.url(folder).path).sorted()
    let refused = try await workspace.capture("recover", folder)
    #expect(refused.status == 65 && refused.error.contains("its picture \(name) is damaged"), "\(refused.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.url(folder).path).sorted() == before)
    #expect(try workspace.shown("s").isEmpty)
    for number in 3..<6 { try FileManager.default.removeItem(at: workspace.url("\(folder)/p00\(number).\(ending)")) }
    let recovered = try await workspace.capture("recover", folder)
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(try workspace.shown("s") == ["p000", "p001", "p002"].map { "\($0).\(ending)" })
  }

  @Test(
    "Unfinished pictures only replace files that Reel did not make with --force",
    .enabled(if: Fault.isPossible, "needs a C compiler and LD_PRELOAD"))
  func recoverAmongStrangers() async throws {
    let workspace = try Workspace()
    let film = ["--frames", "4", "--size", "64x64", "-q", "-o", "s/"]
    _ = try await workspace.capture(film, fault: Fault(kind: "kill", at: 1, call: "link"))
    try Data("mine".utf8).write(to: workspace.url("s/0009.png"))
    let refused = try await workspace.capture("recover", "s/.%d.png.partial")
    #expect(refused.status == 73)
    #expect(refused.error.contains("s/0009.png is in the way"), "\(refused.error)")
    #expect(try workspace.shown("s") == ["0009.png"])
    let forced = try await workspace.capture("recover", "s/.%d.png.partial", "--force", "-q")
    #expect(forced.status == 0, "\(forced.error)")
    #expect(try workspace.shown("s") == ["0000.png", "0001.png", "0002.png", "0003.png"])
  }
}
