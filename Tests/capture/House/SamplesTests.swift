import Foundation
import Reel
import ReelInteraction
import ReelTestSupport
import Testing

/// Every program in the folder samples runs, and does what it says.
@Suite struct SamplesTests {
  private static let root = Repository.root

  private func run(_ sample: String, in workspace: Workspace) async throws -> CaptureProcess {
    let program = CaptureProcess.executable.deletingLastPathComponent()
      .appendingPathComponent("reel-sample-\(sample)")
    return try await CaptureProcess.run(executable: program, [], in: workspace.folder)
  }

  private func frames(of movie: URL) throws -> [Bitmap] {
    let reader = try MovieReader(url: movie)
    var frames: [Bitmap] = []
    while let frame = try reader.nextFrame() { frames.append(try frame.bitmap()) }
    return frames
  }

  @Test("Every sample has a test")
  func allSamples() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appendingPathComponent("samples").path)
    #expect(
      folders.filter { !$0.hasPrefix(".") }.sorted() == [
        // Those in `c` are tested with the library, those in `frames` and `ui` with the Python package, and `marks` with fixtures.
        "app", "ball", "c", "ci", "clock", "compose", "farm", "frames", "gauge", "live", "logo", "marks",
        "storyboards", "studio", "suites", "terminal", "touches", "traces", "ui",
      ])
  }

  @Test("An app is filmed while it is used, and its taps are recorded by the names of the layers")
  func app() async throws {
    let workspace = try Workspace()
    let result = try await run("app", in: workspace)
    #expect(result.status == 0, "\(result.error)")
    #expect(String(decoding: result.output, as: UTF8.self) == "app.mp4, app.json: 3 events\n")
    #expect(try frames(of: workspace.url("app.mp4")).count == 150)
    let record = try JSONDecoder().decode(
      [StageInput<UserEvent>.Entry].self, from: Data(contentsOf: workspace.url("app.json")))
    #expect(record.map(\.event) == [.tapLayer("level"), .type("4"), .tapLayer("save")])
    #expect(try Bitmap(contentsOf: workspace.url("flake-4.png")).width == 256)
  }

  @Test("A ball bounces for two seconds")
  func ball() async throws {
    let workspace = try Workspace()
    let result = try await run("ball", in: workspace)
    #expect(result.status == 0, "\(result.error)")
    let frames = try frames(of: workspace.url("ball.mp4"))
    #expect(frames.count == 60)
    let columns = frames.map { frame in
      (0..<frame.width).filter { x in (0..<frame.height).contains { frame[x, $0].green < 100 } }
    }
    // It starts on the right, is on the left after a second and comes back.
    #expect((columns[0].first ?? 0) > 480)
    #expect((columns[30].last ?? 640) < 160)
    #expect((columns[59].first ?? 0) > 470)
  }

  @Test("The example in the README equals the sample")
  func readme() throws {
    let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let sample = try String(contentsOf: Self.root.appendingPathComponent("samples/ball/main.swift"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(sample)```"))
  }

  @Test("A clock runs for ten seconds, and is still between its ticks")
  func clock() async throws {
    let workspace = try Workspace()
    let result = try await run("clock", in: workspace)
    #expect(result.status == 0, "\(result.error)")
    let frames = try frames(of: workspace.url("clock.mp4"))
    #expect(frames.count == 300)
    // Frame 0 is drawn, and 12 frames of each of the 9 ticks, which take 0.4 seconds.
    #expect(String(decoding: result.output, as: UTF8.self).hasPrefix("clock.mp4: 300 frames, 191 of them still"))
  }

  @Test("Composed scenes make a film of eight seconds")
  func compose() async throws {
    let workspace = try Workspace()
    let result = try await run("compose", in: workspace)
    #expect(result.status == 0, "\(result.error)")
    #expect(String(decoding: result.output, as: UTF8.self) == "compose.mp4: 240 frames\n")
    #expect(try frames(of: workspace.url("compose.mp4")).count == 240)
  }

  @Test("A gauge fills up in two seconds")
  func gauge() async throws {
    let workspace = try Workspace()
    let result = try await run("gauge", in: workspace)
    #expect(result.status == 0, "\(result.error)")
    #expect(String(decoding: result.output, as: UTF8.self) == "gauge.mp4: 60 frames\n")
    let frames = try frames(of: workspace.url("gauge.mp4"))
    // The left end of the arc is filled from gray to red.
    let ends = [frames[0][28, 100], frames[59][28, 100]]
    #expect(ends[0].green > 180 && ends[1].red > 180 && ends[1].green < 60)
  }

  @Test("A live recording is stopped by its delegate, and reported to it once")
  func live() async throws {
    let workspace = try Workspace()
    let result = try await run("live", in: workspace)
    #expect(result.status == 0, "\(result.error)")
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("live.mp4: ") == true)
    let count = try frames(of: workspace.url("live.mp4")).count
    #expect(lines.first?.hasPrefix("live.mp4: \(count) frames") == true)
  }

  @Test(
    "The tape shows the screens kept beside it, and the job that renews the film plays it if they changed")
  func tape() async throws {
    let workspace = try Workspace()
    for name in ["primes.tape", "primes.txt"] {
      try FileManager.default.copyItem(
        at: Self.root.appendingPathComponent("samples/terminal/\(name)"), to: workspace.url(name))
    }
    let same = try await workspace.capture("terminal", "--check", "primes.txt", "primes.tape")
    #expect(same.status == 0, "\(same.error)")
    let job = try String(contentsOf: Self.root.appendingPathComponent("samples/ci/film.yml"), encoding: .utf8)
    let line = try #require(job.split(separator: "\n").first { $0.contains("run: capture ") })
    let command = line.trimmingPrefix(while: { $0 == " " }).dropFirst(5)
      .replacingOccurrences(of: "demo.", with: "primes.")
      .replacingOccurrences(of: "capture ", with: CaptureProcess.executable.path + " ")
    try Data("old\n".utf8).write(to: workspace.url("primes.txt"))
    let renewed = try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", command], in: workspace.folder)
    #expect(renewed.status == 0 && renewed.error.contains("the screens differ"), "\(renewed.error)")
    #expect(try workspace.files == ["primes.gif", "primes.tape", "primes.txt"])
    let screens = try String(contentsOf: workspace.url("primes.txt"), encoding: .utf8)
    #expect(screens.contains("53 59"))
  }

  @Test("The jobs for CI servers do what they say", arguments: ["github.yml", "gitlab.yml"])
  func continuousIntegration(name: String) async throws {
    let workspace = try Workspace()
    let text = try String(contentsOf: Self.root.appendingPathComponent("samples/ci/\(name)"), encoding: .utf8)
    let commands = text.split(separator: "\n").compactMap { line -> String? in
      let words = line.trimmingPrefix { $0 == " " || $0 == "-" }
      let command = words.hasPrefix("run: ") ? words.dropFirst(5) : words
      guard !command.contains("apt-get") else { return nil }
      return ["capture ", "ffmpeg "].contains { command.hasPrefix($0) } ? String(command) : nil
    }
    try #require(commands.count == 3, "\(commands)")
    for command in commands {
      // A tenth of the frames shows the same.
      let short = command.replacingOccurrences(of: "--frames 300", with: "--frames 45")
      let program = short.hasPrefix("capture ") ? CaptureProcess.executable.path + short.dropFirst(7) : short
      let result = try await CaptureProcess.run(
        executable: URL(fileURLWithPath: "/bin/sh"), ["-c", program], in: workspace.folder)
      #expect(result.status == 0, "\(command): \(String(decoding: result.output, as: UTF8.self)) \(result.error)")
    }
    let report = try String(contentsOf: workspace.url("verify.xml"), encoding: .utf8)
    #expect(report.contains("<testsuite"))
    #expect(FileManager.default.fileExists(atPath: workspace.url("report/index.html").path))
  }
}
