import Foundation
import ReelFiles
import Testing

@testable import ReelPrograms

/// Programs that are given bytes: whatever they do, there is an answer, or one sentence.
@Suite struct PipedProgramTests {
  /// Programs may close what is written to.
  init() { signal(SIGPIPE, SIG_IGN) }

  private func shell(
    _ script: String, patience: Duration = .seconds(100), most: Int = 1 << 20
  ) throws -> PipedProgram {
    try PipedProgram(
      ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"], patience: patience, most: most)
  }

  /// More than any pipe holds.
  private static let large = [UInt8](repeating: 65, count: 1 << 20)

  private func failure(_ work: () throws -> Void) -> PipedProgram.Failure? {
    do {
      try work()
      return nil
    } catch {
      return error as? PipedProgram.Failure
    }
  }

  @Test("What it is given in pieces comes back, while it writes more than a pipe holds")
  func echo() throws {
    let program = try PipedProgram(["cat"], environment: ["PATH": "/usr/bin:/bin"], most: 3 << 20)
    for byte: UInt8 in [1, 2, 3] { try program.write([UInt8](repeating: byte, count: 1 << 19)) }
    let back = try program.finish()
    #expect(back == [1, 2, 3].flatMap { [UInt8](repeating: $0, count: 1 << 19) })
  }

  @Test("It finds its environment, its arguments as they are, and no other open file")
  func surroundings() throws {
    let words = ["a b", "$HOME", "'", "*"]
    let program = try PipedProgram(
      ["/bin/sh", "-c", #"printf '%s|' "$@"; printf '%s' "$COLOR"; ls /dev/fd | wc -l"#, "sh"] + words,
      environment: ["PATH": "/usr/bin:/bin", "COLOR": "red"])
    let text = String(decoding: try program.finish(), as: UTF8.self)
    #expect(text.hasPrefix(words.map { $0 + "|" }.joined() + "red"), "\(text)")
    // The three streams, and the folder that ls reads; shells may open one more for the pipe.
    let count = try #require(
      Int(text.split(separator: "red").last?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""))
    #expect((3...5).contains(count), "\(text)")
  }

  @Test("Without a word it can be finished at once")
  func nothing() throws {
    #expect(try shell("exit 0").finish().isEmpty)
    #expect(try shell("echo hello").finish() == Array("hello\n".utf8))
  }

  @Test("One that fails, dies, or stops reading ends in a sentence with its own last words")
  func endings() throws {
    for (script, reason, sentence) in [
      ("exit 3", .ended(.exited(3)), "/bin/sh ended with exit code 3"),
      ("echo one >&2; echo ' ' >&2; cat >/dev/null; exit 3", .ended(.exited(3)), "/bin/sh ended with exit code 3: one"),
      ("kill -9 $$", .ended(.killed(9)), "/bin/sh was killed by signal 9"),
      ("exec <&-; echo enough >&2", .ended(.exited(0)), "/bin/sh ended before reading all its input: enough"),
    ] as [(String, PipedProgram.Failure.Reason, String)] {
      let program = try shell(script)
      let found = failure {
        try program.write(Self.large)
        _ = try program.finish()
      }
      #expect(found?.reason == reason, "\(script)")
      #expect(found?.description == sentence, "\(script)")
    }
    let late = failure { _ = try shell("cat >/dev/null; printf 'a\\033[31mb\\nc\\033[31m\\n' >&2; exit 1").finish() }
    #expect(late?.description == "/bin/sh ended with exit code 1: c[31m")
  }

  @Test("One that does not read, does not end, or only talks is killed")
  func stuck() throws {
    // None of these does anything, however long it is waited for.
    for script in ["exec sleep 1000", "while :; do echo more >&2; done"] {
      let program = try shell(script, patience: .milliseconds(300))
      #expect(failure { try program.write(Self.large) }?.reason == .stuck(.milliseconds(300)), "\(script)")
    }
    for script in ["cat >/dev/null; exec sleep 1000", "exec >&- 2>&-; exec sleep 1000"] {
      let program = try shell(script, patience: .milliseconds(300))
      #expect(failure { _ = try program.finish() }?.reason == .stuck(.milliseconds(300)), "\(script)")
    }
    let talker = try shell("cat >/dev/null; exec cat /dev/zero", most: 1 << 18)
    #expect(failure { _ = try talker.finish() }?.reason == .tooMuch(byteCount: 1 << 18))
  }

  @Test("One that is not there, or is no program, is told by the system's number")
  func missing() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-piped-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("text").path
    try Data("no program".utf8).write(to: URL(fileURLWithPath: file))
    for (path, code) in [("/nowhere/ffmpeg", ENOENT), ("no-such-program-anywhere", ENOENT), (file, EACCES)] {
      let error = #expect(throws: SystemError.self) {
        _ = try PipedProgram([path], environment: ["PATH": "/usr/bin:/bin"])
      }
      #expect(error?.code == code, "\(path)")
    }
  }

  @Test("It ends with its owner")
  func owner() throws {
    var program: PipedProgram? = try shell("exec sleep 1000")
    let process = try #require(program?.process)
    #expect(kill(process, 0) == 0)
    program = nil
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }
}
