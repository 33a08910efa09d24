import ReelFiles
import ReelPlatform
import Testing

@Suite("What errors of files say")
struct OutputErrorTests {
  @Test(
    "Every error of an output is one line: what, on what, why, what to do",
    arguments: [
      (.folderMissing(path: "a/"), "the folder a/ does not exist: create it first, or choose another"),
      (.isFolder(path: "a"), "a is a folder: name a file"),
      (
        .isNoFile(path: "a", kind: "a pipe"),
        "a is a pipe, not a file: name a file, or use -o - and redirect standard output"
      ),
      (.alreadyExists(path: "a"), "a already exists and must not be replaced: choose another name"),
      (
        .alreadyExists(path: "a", keptPath: "b"),
        "a was created meanwhile and must not be replaced: the recording is complete and in b"
      ),
      (.inUse(path: "a"), "a is being written by another recording: wait for it, or choose another name"),
      (
        .leftover(path: "a"),
        "a was left by a recording that did not finish, and holds what it recorded: "
          + "finish it with capture recover a, delete it, or choose another name"
      ),
      (.cannotCreate(path: "a", reason: "r"), "a can't be created: r"),
      (.writeFailed(path: "a", bytesWritten: 12, reason: "r"), "writing a failed after 12 bytes: r"),
      (
        .leftover(path: "it's a.mp4"),
        "it's a.mp4 was left by a recording that did not finish, and holds what it recorded: "
          + #"finish it with capture recover 'it'\''s a.mp4', delete it, or choose another name"#
      ),
      (
        .writeFailed(path: "a", bytesWritten: 12, reason: "r", freeBytes: 7),
        "writing a failed after 12 bytes, with 0 kB free: r"
      ),
      (
        .writeFailed(path: "a", bytesWritten: 12, reason: "r", keptPath: "b"),
        "writing a failed after 12 bytes: r; the recording so far is in b"
      ),
    ] as [(OutputError, String)])
  func output(error: OutputError, text: String) {
    #expect(error.description == text)
  }

  @Test(
    "A reason says what to do where there is something to do",
    arguments: [
      (ENOSPC, "No space left on device: free some space or choose another disk"),
      (EACCES, "Permission denied: choose a folder that you may write to"),
      (EROFS, "Read-only file system: choose a folder that you may write to"),
      (ENAMETOOLONG, "File name too long: choose a shorter name"),
      (EFBIG, "the file size limit was reached (see ulimit -f)"), (EPIPE, "Broken pipe: the reader closed it"),
      (ENXIO, "No such device or address"),
    ])
  func reasons(number: Int32, text: String) {
    #expect(SystemError(number, "open").reason == text)
  }

  @Test("A failure of the system names the call, the file and the system's reason")
  func system() throws {
    #expect(SystemError(ENOSPC, "write").description == "write failed: No space left on device")
    let missing = #expect(throws: SystemError.self) { try OutputFile.synchronize("/no/such/file") }
    #expect(missing == SystemError(ENOENT, "open", path: "/no/such/file"))
    #expect(missing?.description == "open of /no/such/file failed: No such file or directory")
    let written = #expect(throws: SystemError.self) { try OutputFile.write([1], to: "/no/such/file") }
    #expect(written == missing)
    let moved = #expect(throws: SystemError.self) {
      try OutputFile.move("/no/such/file", to: "/tmp/x", replacing: true)
    }
    #expect(moved == SystemError(ENOENT, "rename", path: "/no/such/file"))
  }
}
