import ReelVideo

/// Compares a movie's colour tags with the ones that were written.
///
/// Only tags of high dynamic range are checked, because without them players show a pale picture. `ColorCheck` checks
/// whether samples of standard range match their tags.
struct TagCheck: Sendable {
  private let transfer: ColorTransfer

  init(_ transfer: ColorTransfer) { self.transfer = transfer }

  /// The change in the tags, in words; nil if they are unchanged.
  func cause(of frame: ClipFrame) -> String? {
    let (seen, written) = (frame.colors, MovieFacts.ColorTags.usual(for: transfer))
    guard transfer.isHDR || frame.transfer.isHDR else { return nil }
    var words: [String] = []
    func compare(_ name: String, _ seen: String, _ written: String) {
      if seen == "unknown" || seen == "reserved" {
        words.append("\(name) \(written) lost")
      } else if seen != written {
        words.append("\(name) \(seen) instead of \(written)")
      }
    }
    compare("transfer", seen.transfer, written.transfer)
    compare("primaries", seen.primaries, written.primaries)
    compare("matrix", seen.matrix, written.matrix)
    if transfer.isHDR, !["10", "12", "14", "16"].contains(where: { frame.pixelFormat.contains($0) }) {
      words.append("8 bits a sample, which show bands")
    }
    if let light = LightMetadata.usual(for: transfer) {
      if frame.light?.mastering == nil {
        words.append("mastering display lost")
      } else if let seen = frame.light?.mastering, let written = light.mastering, !Self.isNear(seen, written) {
        words.append(
          "mastering display of \(decimal(seen.upperBound, places: 1)) cd/m² instead of "
            + "\(decimal(written.upperBound, places: 1))")
      }
      if frame.light?.maxContentLight == nil {
        words.append("content light level lost")
      } else if let seen = frame.light?.maxContentLight, let written = light.maxContentLight, seen != written {
        words.append("content light level \(seen) instead of \(written)")
      }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Containers round luminances in different ways.
  private static func isNear(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> Bool {
    abs(a.upperBound - b.upperBound) < 0.01 * b.upperBound && abs(a.lowerBound - b.lowerBound) < 0.001
  }
}
