import Foundation
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelStoryboards

/// The files that random storyboards name: a picture, a drawing, a table, a program, a recorded terminal, numbered
/// pictures, a movie.
enum StoryMaterial {
  /// Scenes of these files.
  static let scenes = [
    "image: {file: picture.png, zoom: 2}", "image: {file: wide.png, fit: fill, focus: 0.1 0.5, pan: 0.9 0.5}",
    "table: {file: rows.csv, row-height: 200, colors: {passed: green}}",
    "table: {rows: [[name, face], [Ada, {image: picture.png}], [Bob, {image: wide.png}]], row-height: 300}",
    "movie: {file: clip.mp4, from: 0.1, speed: 0.7}", "movie: {file: clip.mkv, fit: fill}",
    "frames: {folder: shots, fps: 4, fit: stretch}",
    "code: {file: one.swift, lines: 1, steps: [{lines: 2}, {file: two.swift, lines: 1-2}]}",
    "shapes: {file: drawing.svg, steps: [{move: box, by: 20 10}, {color: box, to: teal}, {hide: box}]}",
    "terminal: {file: demo.cast, no-window: true}", "turtle: {file: star.logo}",
  ]
  /// Overlays of these files.
  static let overlays = ["image: {file: picture.png, size: 200}", "movie: {file: clip.mp4}", "code: {file: one.swift}"]

  private static let texts = [
    "rows.csv": "name,result,n\nAda,passed,3\nBob,failed,44\n"
      + (0..<30).map { "row \($0),passed,\($0)\n" }.joined(),
    "one.swift": "let a = 1\nprint(a)\n", "two.swift": "let a = 1\nlet b = a + 1\nprint(b)\n",
    "drawing.svg":
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 60'><rect id='box' x='10' y='10' width='30' height='30' fill='blue'/><path id='line' d='M5 50H95' stroke='red'/></svg>",
    "demo.cast":
      "{\"version\": 2, \"width\": 12, \"height\": 4}\n[0.3, \"o\", \"\\u001b[41mred\"]\n[0.9, \"o\", \"x\"]\n",
    "star.logo": "repeat 5 [fd 100 rt 144]\n",
  ]

  /// Writes all files into a folder.
  static func write(to folder: URL) async throws {
    for (name, text) in texts { try Data(text.utf8).write(to: folder.appending(path: name)) }
    for (name, width) in [("picture.png", 40), ("wide.png", 120)] {
      try Data(picture(width, 30, 0).pngData()).write(to: folder.appending(path: name))
    }
    let shots = folder.appending(path: "shots")
    try FileManager.default.createDirectory(at: shots, withIntermediateDirectories: true)
    for index in 0..<6 {
      try Data(picture(40, 30, 30 * index).pngData()).write(to: shots.appending(path: "\(index).png"))
    }
    let size = PixelSize(width: 64, height: 48)
    for name in ["clip.mp4", "clip.mkv"] {
      let writer = try MovieWriter(
        to: .file(folder.appending(path: name)), configuration: VideoConfiguration(size: size, frameRate: 25))
      for index in 0..<50 {
        try await writer.append(picture(64, 48, 5 * index), changed: .all(of: size), at: index)
      }
      try await writer.finish()
    }
  }

  private static func picture(_ width: Int, _ height: Int, _ shift: Int) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        bitmap[x, y] = Pixel(
          red: UInt8((3 * x + shift) % 256), green: UInt8((5 * y) % 256), blue: UInt8((shift + x * y) % 256),
          alpha: 255)
      }
    }
    return bitmap
  }
}
