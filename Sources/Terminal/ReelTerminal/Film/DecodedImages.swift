import ReelCanvas

/// The decoded pictures of a terminal, limited in their number of pixels.
final class DecodedImages {
  private var pictures: [ObjectIdentifier: (image: TerminalImage, picture: Bitmap?)] = [:]
  private var pixelCount = 0

  /// Returns a picture; nil if it is damaged.
  func picture(_ image: TerminalImage) -> Bitmap? {
    if let known = pictures[ObjectIdentifier(image)] { return known.picture }
    // The cache is emptied at once; what is still on the screen is decoded again.
    if pixelCount > TerminalImage.pixelLimit { (pictures, pixelCount) = ([:], 0) }
    let picture = try? image.bitmap()
    pictures[ObjectIdentifier(image)] = (image, picture)
    pixelCount += image.size.area
    return picture
  }
}

extension TerminalFilm {
  /// The reasons why pictures of the session are not drawn, each once.
  package var imageFaults: [TerminalImage.Fault] {
    let marks = ["\u{1B}P", "\u{1B}_G", "]1337;"]
    let hasImages = cast.events.contains { timed in
      guard case .output(let text) = timed.event else { return false }
      return marks.contains { text.contains($0) }
    }
    guard hasImages else { return [] }
    let session = session
    var player = CastPlayer(session, CastTiming(session, TerminalReplay()))
    player.show(.infinity)
    var images = player.terminal.images
    // Damage shows only when a picture is decoded; the first ones stand for all.
    for image in images.newest(64) {
      do { _ = try image.bitmap() } catch { images.add(error) }
    }
    return images.faults
  }
}
