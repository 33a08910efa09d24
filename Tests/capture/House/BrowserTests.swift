import Foundation
import Reel
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

  @Test(
    "Chromium shows every picture of MP4 and WebM clips, once",
    .enabled(if: Browser.isThere, "Chromium, or the program timeout, is not installed"),
    arguments: ["clip.mp4", "clip.webm"])
  func counts(name: String) async throws {
    let workspace = try Workspace()
    let made = try await workspace.capture(
      "fixture", "-q", "-o", name, "--size", "176x144", "--frames", "25", "--fps", "25")
    #expect(made.status == 0, "\(made.error)")
    let text = try await Browser.open(Self.page(movie: name, frames: 25, rate: 25), in: workspace)
    #expect(text.contains("RESULT 25 pictures, 1.00 s"), "\(text.suffix(2000))")
  }

  /// Goes to the middle of every frame, tells the grey of two pixels there, and closes the browser.
  private static func colorPage(movie: String, frames: Int, rate: Int, width: Int, height: Int) -> String {
    """
    <!doctype html>
    <video id="v" muted playsinline preload="auto" src="\(movie)"></video>
    <canvas id="c" width="\(width)" height="\(height)"></canvas>
    <script>
    const video = document.getElementById("v"), seen = [];
    const pen = document.getElementById("c").getContext("2d", {willReadFrequently: true});
    function end(text) { console.log("RESULT " + text); window.close(); }
    function step(index) {
      if (index == \(frames)) return end(video.duration.toFixed(2) + " " + seen.join(" "));
      // The picture is on screen with the second frame after it was found.
      const painted = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      video.onseeked = () => painted().then(() => createImageBitmap(video)).then(image => {
        pen.drawImage(image, 0, 0);
        const data = pen.getImageData(0, 0, \(width), \(height)).data;
        let sum = 0;
        for (let at = 1; at < data.length; at += 4) sum += data[at];
        seen.push((sum / (data.length / 4)).toFixed(1));
        step(index + 1);
      });
      video.currentTime = (index + 0.5) / \(rate);
    }
    video.addEventListener("loadeddata", () => step(0));
    video.addEventListener("error", () => end("error " + video.error.message));
    </script>
    """
  }

  @Test(
    "Chromium shows each frame of VP9, AV1 and H.264 films at its time, even if a still is a longer packet",
    .enabled(if: Browser.isThere, "Chromium, or the program timeout, is not installed"),
    arguments: [
      ["-o", "a.webm"], ["--codec", "av1", "-o", "a.webm"], ["-o", "a.mp4"], ["--codec", "vp9", "-o", "a.mp4"],
    ])
  func films(options: [String]) async throws {
    let workspace = try Workspace()
    let (frames, rate, width, height) = (20, 10, 160, 96)
    let film = ["--size", "\(width)x\(height)", "--frames", "\(frames)", "--levels", "0...3", "--no-caption"]
    let made = try await CaptureProcess.run(film + ["-q"] + options + ["-o", "p/"], in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    let name = try #require(options.last)
    let page = Self.colorPage(movie: name, frames: frames, rate: rate, width: width, height: height)
    let text = try await Browser.open(page, in: workspace)
    let line = try #require(text.firstMatch(of: /RESULT ([0-9. ]+)/), "\(text.suffix(2000))")
    let numbers = line.output.1.split(separator: " ").compactMap { Double($0) }
    #expect(numbers.first == 2)
    #expect(numbers.count == frames + 1)
    for (index, seen) in numbers.dropFirst().enumerated() {
      let drawn = try Bitmap(pngAt: workspace.url("p/\(String(format: "%04d", index)).png"))
      var sum = 0
      for y in 0..<height { for x in 0..<width { sum += Int(drawn[x, y].green) } }
      let mean = Double(sum) / Double(width * height)
      #expect(abs(mean - seen) < 1.5, "frame \(index): \(seen), drawn \(mean)")
    }
  }
}
