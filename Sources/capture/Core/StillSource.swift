import Reel

/// A film to draw one frame of.
struct StillSource {
  var count: Int
  var duration: Double
  var fonts: [Font] = []
  var files = RunFiles()
  /// The index of the frame at a time.
  var index: (Double) throws -> Int
  var draw: (Int) throws -> Bitmap

  /// Uses the film of a description.
  ///
  /// - Parameter named: the files that the film consists of.
  init(_ film: FilmDescription, files named: [String] = []) throws {
    (count, duration, fonts) = (try film.frameCount, try film.duration, film.scenes.fonts)
    files = RunFiles().reading(named, as: "a file of the film").reading(film.scenes.files, as: "a file of the film")
    index = { try film.frameIndex(atSeconds: $0) }
    draw = { try film.picture(ofFrame: $0) }
  }

  /// Uses a film without a description.
  init(
    count: Int, duration: Double, index: @escaping (Double) throws -> Int, draw: @escaping (Int) throws -> Bitmap
  ) {
    (self.count, self.duration, self.index, self.draw) = (count, duration, index, draw)
  }
}
