import Foundation
import Reel
import Testing

/// Chromium shows animated pictures, and films without a background, as they were drawn.
@Suite("Animated pictures and transparent films in Chromium") struct BrowserAnimationTests {
  private static let (frames, rate, width, height) = (20, 10, 160, 96)
  /// The fields of a picture in each direction.
  private static let fields = 4

  private static let film = [
    "--size", "\(width)x\(height)", "--frames", "\(frames)", "--fps", "\(rate)", "--levels", "0...3", "--no-caption",
  ]

  /// What both pages share: how a picture is told, as means of the colours times opacity, and of the opacity, of its fields.
  private static let script = """
    const pen = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    [pen.canvas.width, pen.canvas.height] = [\(width), \(height)];
    function end(text) { console.log("RESULT " + text); window.close(); }
    function tell(image, microseconds) {
      pen.clearRect(0, 0, \(width), \(height));
      pen.drawImage(image, 0, 0);
      const data = pen.getImageData(0, 0, \(width), \(height)).data, sums = new Array(\(4 * fields * fields)).fill(0);
      for (let y = 0; y < \(height); y++) for (let x = 0; x < \(width); x++) {
        const at = 4 * (y * \(width) + x), alpha = data[at + 3];
        const field = Math.floor(y * \(fields) / \(height)) * \(fields) + Math.floor(x * \(fields) / \(width));
        for (let part = 0; part < 3; part++) sums[4 * field + part] += data[at + part] * alpha / 255;
        sums[4 * field + 3] += alpha;
      }
      const count = \(width * height / fields / fields);
      console.log("SEEN " + microseconds + " " + sums.map(sum => (sum / count).toFixed(2)).join(" ") + " .");
    }
    """

  /// Decodes each picture of a file.
  private static func page(decoding file: Data, type: String) -> String {
    """
    <!doctype html>
    <script>
    \(script)
    (async () => {
      const data = Uint8Array.from(atob("\(file.base64EncodedString())"), letter => letter.charCodeAt(0));
      const decoder = new ImageDecoder({data, type: "\(type)"});
      await decoder.tracks.ready;
      await decoder.completed;
      let last = 0;
      for (let index = 0; index < decoder.tracks.selectedTrack.frameCount; index++) {
        const {image} = await decoder.decode({frameIndex: index});
        tell(image, image.timestamp);
        last = image.timestamp + image.duration;
        image.close();
      }
      end(last + " us");
    })().catch(error => end("error " + error));
    </script>
    """
  }

  /// Goes to the middle of each frame of a film.
  private static func page(playing movie: String) -> String {
    """
    <!doctype html>
    <video id="v" muted playsinline preload="auto" src="\(movie)"></video>
    <script>
    \(script)
    const video = document.getElementById("v");
    function step(index) {
      if (index == \(frames)) return end(video.duration * 1e6 + " us");
      // The picture is on screen with the second frame after it was found.
      const painted = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      video.onseeked = () => painted().then(() => {
        tell(video, index * 1e6 / \(rate));
        step(index + 1);
      });
      video.currentTime = (index + 0.5) / \(rate);
    }
    video.addEventListener("loadeddata", () => step(0));
    video.addEventListener("error", () => end("error " + video.error.message));
    </script>
    """
  }

  /// What a page told: when pictures are shown, in microseconds, their fields, and when all is over.
  private static func told(_ text: String) throws -> (pictures: [(time: Double, fields: [Double])], end: Double) {
    let pictures = text.matches(of: /SEEN ([0-9.]+) ([-0-9. ]+) \./).map { match in
      (
        time: Double(match.output.1) ?? .nan,
        fields: match.output.2.split(separator: " ").compactMap { Double($0) }
      )
    }
    let end = try #require(text.firstMatch(of: /RESULT ([0-9.]+) us/), "\(text.suffix(2000))")
    return (pictures, try #require(Double(end.output.1)))
  }

  private static func expect(
    _ seen: [(time: Double, fields: [Double])], in workspace: Workspace, within tolerance: Double
  ) throws {
    for frame in 0..<frames {
      let drawn = try Bitmap(pngAt: workspace.url("p/\(String(format: "%04d", frame)).png"))
      var sums = [Double](repeating: 0, count: 4 * fields * fields)
      for y in 0..<height {
        for x in 0..<width {
          let (pixel, field) = (drawn[x, y], y * fields / height * fields + x * fields / width)
          for (part, value) in [pixel.red, pixel.green, pixel.blue, pixel.alpha].enumerated() {
            sums[4 * field + part] += Double(value)
          }
        }
      }
      let count = Double(width * height / fields / fields)
      let shown = try #require(seen.last { $0.time <= Double(frame) * 1e6 / Double(rate) + 1 })
      #expect(shown.fields.count == sums.count)
      let worst = zip(sums, shown.fields).map { abs($0 / count - $1) }.max() ?? .infinity
      #expect(worst < tolerance, "frame \(frame): a field differs by \(worst)")
    }
  }

  @Test(
    "Chromium shows the right picture of a GIF, APNG or WebP at each frame's time, and holds the last one",
    .enabled(if: Browser.isThere, "Chromium, or the program timeout, is not installed"),
    arguments: [("gif", "image/gif", 2.5), ("apng", "image/apng", 0.01), ("webp", "image/webp", 0.01)],
    [[], ["--background", "none"]])
  func animations(form: (ending: String, type: String, tolerance: Double), options: [String]) async throws {
    // A pixel of a GIF is transparent or not: what is half so is another picture.
    if form.ending == "gif", !options.isEmpty { return }
    let workspace = try Workspace()
    let name = "a.\(form.ending)"
    let made = try await CaptureProcess.run(Self.film + options + ["-q", "-o", name, "-o", "p/"], in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    let page = Self.page(decoding: try Data(contentsOf: workspace.url(name)), type: form.type)
    let told = try Self.told(try await Browser.open(page, in: workspace))
    try Self.expect(told.pictures, in: workspace, within: options.isEmpty ? form.tolerance : max(0.6, form.tolerance))
    #expect(abs(told.end - (Double(Self.frames - 1) / Double(Self.rate) + 2) * 1e6) < 1)
  }

  @Test(
    "Chromium shows the transparency of a VP9 WebM at each frame's time",
    .enabled(if: Browser.isThere, "Chromium, or the program timeout, is not installed"))
  func transparency() async throws {
    let workspace = try Workspace()
    let options = ["--background", "none", "-q", "-o", "a.webm", "-o", "p/"]
    let made = try await CaptureProcess.run(Self.film + options, in: workspace.folder)
    #expect(made.status == 0, "\(made.error)")
    let told = try Self.told(try await Browser.open(Self.page(playing: "a.webm"), in: workspace))
    #expect(told.pictures.count == Self.frames)
    #expect(told.pictures.contains { $0.fields[3] < 1 })
    try Self.expect(told.pictures, in: workspace, within: 4)
    #expect(abs(told.end - Double(Self.frames) / Double(Self.rate) * 1e6) < 1)
  }
}
