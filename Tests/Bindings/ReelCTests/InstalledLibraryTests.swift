import Foundation
import ReelTestSupport
import Testing

/// What holds for the library that users get; `make test-libreel` runs these.
@Suite(
  "The library as it is installed",
  .enabled(if: ForeignProgram.installed != nil, "needs REEL_LIBRARY, the folder of libreel.so"))
struct InstalledLibraryTests {
  private func run(_ program: String, _ arguments: String...) throws -> [Substring] {
    let path = try #require(Program.find(program), "\(program) is not installed")
    let result = try Program.run(path, arguments)
    #expect(result.status == 0, "\(program): \(result.error)")
    return String(decoding: result.output, as: UTF8.self).split(separator: "\n")
  }

  @Test("It needs nothing of Swift's, and has its name and version")
  func dependencies() throws {
    let dynamic = try run("readelf", "--dynamic", "--wide", ForeignProgram.library)
    #expect(dynamic.contains { $0.contains("SONAME") && $0.contains("[libreel.so.1]") })
    #expect(dynamic.contains { $0.contains("NODELETE") })
    #expect(!dynamic.contains { $0.contains("RPATH") || $0.contains("RUNPATH") })
    let needed = try run("ldd", ForeignProgram.library)
    #expect(needed.contains { $0.contains("libavcodec") })
    #expect(!needed.contains { $0.lowercased().contains("swift") || $0.contains("Foundation") })
  }

  @Test("It exports the functions of its header and nothing else")
  func exports() throws {
    let header = try String(
      contentsOf: Repository.root.appending(path: "Sources/Bindings/CReel/reel.h"), encoding: .utf8)
    let declared = header.matches(of: /^(?:[a-z_ ]+[ *])(reel_[a-z_]+)\(/.anchorsMatchLineEndings())
    let functions = Set(declared.map { String($0.output.1) })
    #expect(functions.count == 10)
    let symbols = try run("nm", "--dynamic", "--defined-only", ForeignProgram.library)
    #expect(Set(symbols.compactMap { $0.split(separator: " ").last.map(String.init) }) == functions)
  }

  @Test("It works where no toolchain is")
  func withoutToolchain() async throws {
    let unshare = try #require(Program.find("unshare"), "unshare is not installed")
    let swift = try #require(Program.find("swift"), "swift is not installed")
    let toolchain = URL(fileURLWithPath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let program = try ForeignProgram("samples/c/balls.cpp")
    let hidden = #"mount -t tmpfs none "$0" && ! ls "$0"/bin/swift 2>/dev/null && exec "$1" "$2""#
    let result = try Program.run(
      unshare,
      ["--mount", "--map-root-user", "sh", "-c", hidden, toolchain, program.path, program.folder.path("film.mp4")])
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    #expect(try program.folder.films == ["film.mp4"])
  }

  @Test("It works inside a Swift program, which has Swift's libraries of its own")
  func insideSwift() throws {
    let folder = try ProgramFolder()
    let source = """
      import CReel
      import Foundation
      var spec = reel_spec()
      spec.struct_size = MemoryLayout<reel_spec>.size
      (spec.width, spec.height, spec.format) = (64, 64, Int32(REEL_GRAY))
      let film = reel_open(CommandLine.arguments[1], &spec)
      let tasks = await withTaskGroup(of: Int32.self) { group in
        for shade in 0..<40 {
          group.addTask { [film = UInt(bitPattern: film)] in
            let pixels = [UInt8](repeating: UInt8(shade), count: 4096)
            return reel_frame(OpaquePointer(bitPattern: film), pixels, 0)
          }
        }
        return await group.reduce(0, +)
      }
      print(tasks, reel_finish(film), Date(timeIntervalSince1970: 0).description, String(cString: reel_version()))
      reel_close(film)
      """
    try Data(source.utf8).write(to: folder.url.appendingPathComponent("main.swift"))
    let header = Repository.root.appending(path: "Sources/Bindings/CReel").path
    let library = try #require(ForeignProgram.installed)
    _ = try run(
      "swiftc", folder.path("main.swift"), "-o", folder.path("host"), "-I", header, ForeignProgram.library, "-Xlinker",
      "-rpath", "-Xlinker", library, "-module-cache-path", folder.path("cache"))
    let result = try Program.run(folder.path("host"), [folder.path("film.mp4")])
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    let output = String(decoding: result.output, as: UTF8.self)
    #expect(output.hasPrefix("0 0 1970-01-01 00:00:00 +0000 "), "\(output)")
  }
}
