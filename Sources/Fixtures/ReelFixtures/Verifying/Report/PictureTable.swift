import ReelGeometry

/// A table of all pictures of the verified movies: comma-separated values (RFC 4180) with lines ended by a line feed.
///
/// The columns are movie, picture (counted from 0), time (seconds), frame (empty if the mark is unreadable), clip (from
/// the mark), psnr (dB, `inf` for a picture equal to its original), ssim, chroma (PSNR in dB) and original (the time of the
/// frame in the original, in seconds). Values that were not measured are empty: a fixture's chroma is measured in some
/// pictures. A last column, vmaf, follows if VMAF was measured.
public enum PictureTable {
  /// The beginning of the header line, in this and earlier versions.
  package static let header = "movie,picture,time,frame,clip,psnr,ssim"

  /// Returns the table.
  ///
  /// - Parameter movies: The movies, in order. Unreadable ones have no rows.
  public static func text(_ movies: [VerifiedFile]) -> String {
    let hasVMAF = movies.contains { $0.verification?.asksForVMAF == true }
    var text = header + ",chroma,original" + (hasVMAF ? ",vmaf" : "") + "\n"
    for movie in movies {
      guard let verification = movie.verification else { continue }
      let name = quoted(movie.name)
      for (index, (showing, quality)) in PictureRows(verification).enumerated() {
        text += "\(name),\(index),\(decimal(showing.time, places: 6)),"
        if case .frame(let number, let clip) = showing.mark { text += "\(number),\(clip)," } else { text += ",," }
        if let quality {
          text += decibels(quality.psnr) + "," + (quality.ssim.map { fixed($0, 5) } ?? "") + ","
          text += quality.chroma.map(decibels) ?? ""
        } else {
          text += ",,"
        }
        text += ","
        if let number = showing.number, verification.originalTimes.indices.contains(number) {
          text += decimal(verification.originalTimes[number], places: 6)
        }
        if hasVMAF { text += "," + (quality?.vmaf.map { fixed($0, 3) } ?? "") }
        text += "\n"
      }
    }
    return text
  }

  private static func decibels(_ psnr: Double) -> String { psnr.isFinite ? fixed(psnr, 3) : "inf" }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
