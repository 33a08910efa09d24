import Reel

/// A film of which one frame is drawn.
struct StillSource {
  var count: Int
  var duration: Double
  var fonts: [Font] = []
  var files = RunFiles()
  /// The frame at a time.
  var index: (Double) throws -> Int
  var draw: (Int) throws -> Bitmap

  /// Takes the film of a description.
  ///
  /// - Parameter named: the files that it was made of.
  init(_ film: FilmDescription, files named: [String] = []) throws {
    (count, duration, fonts) = (try film.frameCount, try film.duration, film.scenes.fonts)
    files = RunFiles().reading(named, as: "a file of the film").reading(film.scenes.files, as: "a file of the film")
    index = { try film.frameIndex(atSeconds: $0) }
    draw = { try film.picture(ofFrame: $0) }
  }

  /// Takes a film as it is.
  init(
    count: Int, duration: Double, index: @escaping (Double) throws -> Int, draw: @escaping (Int) throws -> Bitmap
  ) {
    (self.count, self.duration, self.index, self.draw) = (count, duration, index, draw)
  }
}
