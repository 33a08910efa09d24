/// Finds pictures in which a part is much worse than the rest, and parts that are in error in all pictures.
struct SpoiledCheck: Sendable {
  private var spoiled: [(span: Finding.Span, psnr: Double, words: String)] = []
  /// The errors in all pictures, relative to `origin`.
  private var lasting = LastingErrors()
  /// The place of what is compared in the movie's pictures.
  private var origin = (x: 0, y: 0)

  /// Adds a picture, of which the part from an origin on was compared.
  mutating func add(
    _ seen: LumaPlane, _ drawn: LumaPlane, _ blocks: BlockComparison, at origin: (x: Int, y: Int), _ span: Finding.Span
  ) {
    lasting.add(seen, drawn)
    self.origin = origin
    guard let tile = TileErrors(blocks, drawn).spoiled else { return }
    let words =
      "\(decimal(tile.psnr, places: 1)) dB in the 32×32 pixels at \(origin.x + tile.x), \(origin.y + tile.y)"
    spoiled.append((span, tile.psnr, words))
  }

  /// The finding; nil if no picture is spoiled.
  ///
  /// - Parameters:
  ///   - total: The number of pictures.
  ///   - areLevelsKept: Otherwise errors in dark and light areas are a natural result of their change.
  ///   - spots: The pictures with small spots, and what is wrong with them in words.
  func finding(total: Int, areLevelsKept: Bool, spots: [(span: Finding.Span, words: String)]) -> Finding? {
    let known = Set(spoiled.map(\.span.first))
    let spots = spots.filter { !known.contains($0.span.first) }
    if let part = lasting.part, part.count > spoiled.count, areLevelsKept {
      let side = LastingErrors.side
      let words =
        "\(decimal(part.psnr, places: 1)) dB in the \(side)×\(side) pixels at "
        + "\(origin.x + part.x), \(origin.y + part.y)"
      return Finding(
        .spoiled, count: part.count, total: total, pattern: part.count == total ? "all of them" : nil,
        note: "worst: \(words)")
    }
    let worst = spoiled.min { $0.psnr < $1.psnr }.map { "worst: \($0.words)" }
    guard let words = worst ?? spots.first?.words else { return nil }
    let spans = (spoiled.map(\.span) + spots.map(\.span)).sorted { $0.first < $1.first }
    return Finding(
      .spoiled, total: total, spans: spans, pattern: spans.count == total ? "all of them" : nil, note: words)
  }
}
