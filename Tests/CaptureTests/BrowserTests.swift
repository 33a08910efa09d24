import Foundation
import Testing

/// Chromium plays what was made.
@Suite struct BrowserTests {
  /// Steps through the movie, counts the pictures that the browser shows, tells it on the console, and closes the browser.
  private static func page(movie: String, frames: Int, rate: Int) -> String {
    """
    <!doctype html>
    <video id="v" muted playsinline preload="auto" src="\(movie)"></video>
    <script>
    const video = document.getElementById("v"), seen = new Set();
    function end(text) { console.log("RESULT " + text); window.close(); }
    function step(index) {
      if (index == \(frames)) return end(seen.size + " pictures, " + video.duration.toFixed(2) + " s");
      video.requestVideoFrameCallback((now, data) => { seen.add(data.mediaTime.toFixed(3)); step(index + 1); });
      video.currentTime = (index + 0.5) / \(rate);
    }
    video.addEventListener("loadeddata", () => step(0));
    video.addEventListener("error", () => end("error " + video.error.message));
    </script>
    """
  }

  private static let chromium = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(CaptureProcess.find)
    .first
  private static let timeout = CaptureProcess.find("timeout")

  @Test(
    "Chromium shows every picture of MP4 and WebM clips, once",
    .enabled(if: chromium != nil && timeout != nil, "Chromium, or the program timeout, is not installed"),
    arguments: ["clip.mp4", "clip.webm"])
  func counts(name: String) async throws {
    let workspace = try Workspace()
    let made = try await workspace.capture(
      "fixture", "-q", "-o", name, "--size", "176x144", "--frames", "25", "--fps", "25")
    #expect(made.status == 0, "\(made.error)")
    try Self.page(movie: name, frames: 25, rate: 25)
      .write(to: workspace.url("page.html"), atomically: true, encoding: .utf8)
    let chromium = try #require(Self.chromium)
    let result = try await CaptureProcess.run(
      executable: try #require(Self.timeout),
      [
        "--kill-after=5", "90", chromium.path, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
        "--autoplay-policy=no-user-gesture-required", "--user-data-dir=\(workspace.url("profile").path)",
        workspace.url("page.html").absoluteString,
      ], in: workspace.folder)
    #expect(result.error.contains("RESULT 25 pictures, 1.00 s"), "\(result.error.suffix(2000))")
  }
}
