import Foundation
import ReelTestSupport
import Testing

/// Tests that convert files in a folder of their own, and ask FFmpeg what became of them.
protocol ConversionTests {
  var workspace: Workspace { get }
}

extension ConversionTests {
  /// Runs FFmpeg's command on the files of the workspace, and returns what it writes.
  @discardableResult
  func ffmpeg(_ words: String) async throws -> String {
    let ffmpeg = try #require(CaptureProcess.find("ffmpeg"))
    let arguments = ["-v", "error", "-y"] + words.split(separator: " ").map(String.init)
    let result = try await CaptureProcess.run(executable: ffmpeg, arguments, in: workspace.folder)
    try #require(result.status == 0, "\(words): \(result.error)")
    return String(decoding: result.output, as: UTF8.self)
  }

  func capture(_ words: String) async throws -> CaptureProcess {
    try await CaptureProcess.run(words.split(separator: " ").map(String.init), in: workspace.folder)
  }

  /// Runs a line of the shell in which `$CAPTURE` is the command.
  func shell(_ line: String) async throws -> CaptureProcess {
    try await CaptureProcess.run(
      executable: URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: workspace.folder,
      environment: ["CAPTURE": CaptureProcess.executable.path])
  }

  /// The times of the pictures of a file in seconds, and their hashes.
  func frames(_ file: String) async throws -> [(time: Double, hash: String)] {
    let text = try await ffmpeg("-i \(file) -map 0:v -f framemd5 -fps_mode passthrough -")
    let hashes = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      line.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let times = try await facts(file, "frame=pts_time").split(separator: "\n").compactMap { Double($0) }
    try #require(times.count == hashes.count)
    return Array(zip(times, hashes)).map { (time: $0.0, hash: $0.1) }
  }

  func facts(_ file: String, _ entries: String) async throws -> String {
    let ffprobe = try #require(CaptureProcess.find("ffprobe"))
    let result = try await CaptureProcess.run(
      executable: ffprobe,
      ["-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "default=nk=1:nw=1", file],
      in: workspace.folder)
    return String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The tags of the pictures' stream: the turn of its display matrix in degrees, and the shape of a pixel.
  func display(_ file: String) async throws -> (size: String, turn: Int, aspect: String) {
    let stored = try await facts(file, "stream=width,height,sample_aspect_ratio").split(separator: "\n").map(
      String.init)
    let turn = try await facts(file, "stream_side_data=rotation")
    return (stored.prefix(2).joined(separator: "x"), Int(turn) ?? 0, stored.count > 2 ? stored[2] : "")
  }
}
