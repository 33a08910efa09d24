import Foundation
import ReelTestSupport
import Testing

@Suite struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var mentions: String
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., mentions: String) {
      self.arguments = arguments
      self.mentions = mentions
    }
  }

  @Test(
    "An invalid value ends the command with 64 and one line that names valid ones",
    arguments: [
      Case("--fps", "0", mentions: "from 0.001 to 1000"),
      Case("--fps", "-10", mentions: "from 0.001 to 1000"),
      Case("--fps", "nan", mentions: "from 0.001 to 1000"),
      Case("--fps", "1e9", mentions: "from 0.001 to 1000"),
      Case("--fps", "ten", mentions: "from 0.001 to 1000"),
      Case("--fps", "30/0", mentions: "from 0.001 to 1000"),
      Case("--seconds", "0", mentions: "more than 0"),
      Case("--seconds", "-1", mentions: "more than 0"),
      Case("--seconds", "inf", mentions: "86400"),
      Case("--seconds", "1e12", mentions: "86400"),
      Case("--seconds", "nan", mentions: "86400"),
      Case("--frames", "0", mentions: "from 1 to"),
      Case("--frames", "864001", mentions: "at most a day of film at 10 frames a second"),
      Case("zoom", "--frames", "864001", mentions: "at most a day of film at 10 frames a second"),
      Case("still", "--frames", "864001", mentions: "at most a day of film at 10 frames a second"),
      Case("--frames", "5", "--seconds", "2", mentions: "give only one"),
      Case("--size", "641x481", mentions: "642x482"),
      Case("--size", "640x481", mentions: "640x482"),
      Case("--size", "0x0", mentions: "1 to 16384"),
      Case("--size", "100000x100000", mentions: "1 to 16384"),
      Case("--size", "huge", mentions: "a height such as 1080p, or one of 4k, 8k, square, story"),
      Case("--size", "8x8", mentions: "16"),
      Case("--scale", "0", mentions: "from 0.1 to 8"),
      Case("--size", "4k", "--scale", "8", mentions: "16384"),
      Case("--levels", "-1", mentions: "from 0 to 12"),
      Case("--levels", "99", mentions: "from 0 to 12"),
      Case("--levels", "5...2", mentions: "rising range"),
      Case("--levels", "0...13", mentions: "from 0 to 12"),
      Case("--levels", "", mentions: "from 0 to 12"),
      Case("--growth", "1.5", mentions: "from 0 to 1"),
      Case("--growth", "nan", mentions: "from 0 to 1"),
      Case("curve", "dargon", mentions: "dragon"), Case("curve", "--angle", "400", mentions: "-360 to 360"),
      Case("curve", "--axiom", "F", mentions: "an axiom, rules and an angle"),
      Case("curve", "--rules", "F", mentions: "F=F+F--F+F"),
      Case("curve", "--levels", "3...41", mentions: "from 0 to 40"),
      Case("curve", "--axiom", "X", "--rules", "X=X", "--angle", "9", mentions: "draws nothing at any level"),
      Case("curve", "--ink", "red,rde", mentions: "did you mean red?"),
      Case("zoom", "--center", "1", mentions: "less than 1"),
      Case("zoom", "--center", "corner", mentions: "2/5"),
      Case("zoom", "--factor", "0.5", mentions: "from 1 to 1000"),
      Case("still", "--center", "1/6", mentions: "--zoom"),
      Case("--style", "wobble", mentions: "grow"),
      Case("--theme", "neon", mentions: "night"),
      Case("--background", "nocolour", mentions: "CSS name"),
      Case("--background", "#ff000080", mentions: "opaque"),
      Case("--pixel-format", "rgb24", mentions: "yuv420p"),
      Case("--preset", "warp", mentions: "veryfast"),
      Case("--crf", "52", mentions: "from 0 to 51"),
      Case("-o", "movie.avi", mentions: ".mkv"),
      Case("-o", "movie", mentions: ".mkv"),
      Case("-o", "frames", mentions: "- for standard output"),
      Case("-o", "frame.png", mentions: "capture still"),
      Case("-o", "f%d-%d.png", mentions: "one number"),
      Case("-q", "-v", mentions: "contradict"),
      Case("--wrong", mentions: "--wrong"),
      Case("paint", mentions: "paint"),
      Case("still", "--at", "inf", mentions: "0 or more"),
      Case("still", "--at", "-1", mentions: "0 or more"),
      Case("still", "--at", "31", mentions: "from 0 to the film's length"),
      Case("still", "--at", "1", "-o", "flake.gif", mentions: ".png, .jpg or .webp"),
    ])
  func wrongValues(_ wrong: Case) async throws {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(wrong.arguments, in: workspace.folder)
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.error.hasPrefix("capture: "))
    #expect(result.error.contains(wrong.mentions), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test("A value may also follow an equals sign")
  func negativeLevel() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("--levels=-1")
    #expect(result.status == 64)
    #expect(result.error.contains("from 0 to 12"), "\(result.error)")
  }

  @Test("An encoder missing from FFmpeg ends the command with 69 and a list of the available ones")
  func missingEncoder() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("--encoder", "libnothing264", "--frames", "2")
    #expect(result.status == 69)
    #expect(result.error.contains("libnothing264"))
    #expect(result.error.contains("libx264"))
    #expect(result.errorLines.count == 1)
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "A folder at the movie's path, or a movie below a file, ends the command with 73",
    arguments: ["file/deep/a.mp4", "dir.mp4", "file/deep/"])
  func impossibleOutput(path: String) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("dir.mp4"), withIntermediateDirectories: false)
    try Data("text".utf8).write(to: workspace.url("file"))
    let result = try await workspace.capture("--frames", "2", "-o", path)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1)
    #expect(try workspace.files == ["dir.mp4", "file"])
  }

  @Test("--no-clobber leaves an existing movie unchanged", arguments: ["film.mp4", "still.png"])
  func noClobber(name: String) async throws {
    let workspace = try Workspace()
    try Data("precious".utf8).write(to: workspace.url(name))
    let result =
      name.hasSuffix(".png")
      ? try await workspace.capture("still", "--at", "0", "--no-clobber", "-o", name)
      : try await workspace.capture("--frames", "2", "--no-clobber", "-o", name)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1)
    #expect(try Data(contentsOf: workspace.url(name)) == Data("precious".utf8))
    #expect(try workspace.files == [name])
  }

  @Test(
    "A pipe, a device and the path of standard output are refused with 73 and a hint to use -o -",
    arguments: ["pipe.mp4", "/dev/null", "/dev/stdout", "pipe.png"])
  func noFile(path: String) async throws {
    let workspace = try Workspace()
    if path.hasPrefix("pipe") { #expect(mkfifo(workspace.url(path).path, 0o600) == 0) }
    let arguments = path.hasSuffix(".png") ? ["still", "--at", "0"] : ["--frames", "2", "--size", "64x64"]
    let result = try await CaptureProcess.run(arguments + ["-o", path], in: workspace.folder)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1)
    #expect(result.error.contains("use -o -"), "\(result.error)")
    #expect(try workspace.files == (path.hasPrefix("pipe") ? [path] : []))
  }

  @Test("An installed but unsupported encoder is not offered")
  func unsupportedEncoder() async throws {
    let workspace = try Workspace()
    let result = try await workspace.capture("--encoder", "libx264rgb", "--frames", "2")
    #expect(result.status == 69)
    #expect(result.error.hasSuffix(": use libx264\n") || result.error.hasSuffix(": use libx264 or libopenh264\n"))
  }

  @Test(
    "A name that is not UTF-8 is refused, and no other file is written",
    arguments: [
      "--frames 2 --size 64x64 -o BAD.mp4", "--frames 2 --size 64x64 --part 1/1 -o BAD.parts",
      "verify a.mp4 --report BAD", "verify a.mp4 --junit BAD.xml", "verify a.mp4 --csv BAD.csv",
    ])
  func notText(words: String) async throws {
    let workspace = try Workspace()
    let line = "\"$0\" " + words.replacing("BAD", with: #"$(printf 'bad\377')"#)
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line, CaptureProcess.executable.path], in: workspace.folder)
    #expect(result.status == 64)
    #expect(result.error.contains("UTF-8"), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  @Test(
    "At the file size limit, the command ends with 74 and says so",
    arguments: ["a.mp4", "s/", "a.png"])
  func fileSizeLimit(path: String) async throws {
    let workspace = try Workspace()
    let what =
      switch path {
      case "a.png": "still --at 20"
      case "a.mp4": "-q --crf 5"
      default: "-q"
      }
    let result = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"),
      ["-c", #"ulimit -f 8; exec "$0" \#(what) --size 720p -o \#(path)"#, CaptureProcess.executable.path],
      // ThreadSanitizer begins with a file there that would be cut short; where it can make none it does without.
      in: workspace.folder, environment: ["TMPDIR": "/dev/null"])
    #expect(result.status == 74)
    #expect(result.errorLines.count == 1)
    #expect(result.error.contains("the file size limit was reached"), "\(result.error)")
    #expect(try workspace.files.isEmpty)
  }

  /// A shell line run where a folder can be given a file system of its own.
  private static func inNamespace(_ workspace: Workspace, _ line: String) async throws -> CaptureProcess {
    let unshare = try #require(CaptureProcess.find("unshare"))
    return try await CaptureProcess.run(
      executable: unshare, ["-rm", "sh", "-c", line, CaptureProcess.executable.path], in: workspace.folder)
  }

  /// Whether this system lets a test mount a file system in a namespace of its own.
  static let canMount: Bool = {
    guard let unshare = Program.find("unshare") else { return false }
    return (try? Program.run(unshare, ["-rm", "sh", "-c", "mount -t tmpfs none /mnt"]))?.status == 0
  }()

  @Test("A read-only folder ends the command with 73 before any work", .enabled(if: canMount, "needs mount namespaces"))
  func readOnlyFolder() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    let result = try await Self.inNamespace(
      workspace, #"mount -t tmpfs -o ro none d && exec "$0" --frames 2 -o d/a.mp4"#)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1, "\(result.error)")
  }

  @Test(
    "A full disk ends the command with 74, says how far it got and leaves no movie",
    .enabled(if: canMount, "needs mount namespaces"))
  func fullDisk() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    let result = try await Self.inNamespace(
      workspace,
      #"mount -t tmpfs -o size=96k none d && "$0" -q --crf 10 -o d/a.mp4; code=$?; ls d >&2; exit $code"#)
    #expect(result.status == 74)
    #expect(result.errorLines.count == 2, "\(result.error)")
    #expect(result.error.contains("bytes"))
    #expect(result.error.contains("free some space or choose another disk"))
    #expect(result.errorLines.last == "a.partial.mp4")
  }

  @Test(
    "A disk that fills up before there is anything to keep ends the command with 74 and is left empty",
    .enabled(if: canMount, "needs mount namespaces"), arguments: ["a.mp4", "a.png", "s/"])
  func tinyDisk(name: String) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    let what = name.hasSuffix(".png") ? "still --at 20" : "-q"
    let result = try await Self.inNamespace(
      workspace,
      #"mount -t tmpfs -o size=8k none d && "$0" \#(what) -o d/\#(name); code=$?; ls -A d >&2; exit $code"#)
    #expect(result.status == 74)
    #expect(result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.contains("No space left on device: free some space or choose another disk"))
  }

  @Test(
    "Parts of a film or fixture are not joined on a disk without room for them",
    .enabled(if: canMount, "needs mount namespaces"),
    arguments: ["--seconds 30", "fixture --frames 300"], ["a.mp4", "a.mkv"])
  func smallDiskForJoin(film: String, name: String) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    let result = try await Self.inNamespace(
      workspace,
      #"""
      for part in 1 2; do "$0" \#(film) -q --part $part/2 -o parts/ || exit 1; done
      mount -t tmpfs -o size=40k none d || exit 1
      "$0" join parts/ -q -o d/\#(name); code=$?; ls -A d >&2; exit $code
      """#)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.contains("d/\(name) can't be created: its parts take "), "\(result.error)")
    #expect(result.error.contains("40 kB are free on its disk: free some space or choose another disk"))
  }

  @Test(
    "Pictures on a disk that fills up are kept, the error says where, and the next film is refused",
    .enabled(if: canMount, "needs mount namespaces"))
  func fullDiskPictures() async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    let result = try await Self.inNamespace(
      workspace, #"mount -t tmpfs -o size=200k none d && { "$0" -q -o d/s/; echo $? >&2; "$0" -q -o d/s/; }"#)
    #expect(result.status == 73)
    #expect(result.errorLines.count == 3, "\(result.error)")
    #expect(result.errorLines.first?.hasSuffix("the recording so far is in d/s/.%d.png.partial") == true)
    #expect(result.errorLines[1] == "74")
    #expect(result.errorLines.last?.contains("left by a recording that did not finish") == true)
  }

  @Test(
    "A disk remounted read-only during the recording ends the command with 74, and the recording can be finished later",
    .enabled(if: canMount && Fault.isPossible, "needs mount namespaces, a C compiler and LD_PRELOAD"),
    arguments: [("open", 6, 5), ("rename", 6, 5), ("link", 4, 10)])
  func readOnlyRemount(call: String, at: Int, kept: Int) async throws {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.url("d"), withIntermediateDirectories: false)
    let library = try #require(FailingCalls.library)
    let result = try await Self.inNamespace(
      workspace,
      #"""
      mount -t tmpfs none d && {
        LD_PRELOAD="\#(library)" ASAN_OPTIONS=verify_asan_link_order=0 FAULT_FOLDER="$(pwd -P)/d" \
          FAULT=readonly FAULT_CALL=\#(call) FAULT_AT=\#(at) "$0" -q --frames 10 --size 64x64 -o d/s/
        echo $? >&2
        mount -o remount,rw d && "$0" recover d/s/.%d.png.partial
      }
      """#)
    #expect(result.errorLines.count == 3, "\(result.error)")
    #expect(result.errorLines.first?.contains("Read-only file system: choose a folder that you may write to") == true)
    #expect(result.errorLines.dropFirst().first == "74")
    #expect(result.status == 0)
    #expect(result.errorLines.last?.hasPrefix("d/s/: \(kept) frames saved, ") == true, "\(result.error)")
  }
}
