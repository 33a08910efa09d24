import ReelGeometry

/// A table of all pictures of the verified movies: comma-separated values (RFC 4180) with lines ended by a line feed.
///
/// The columns are movie, picture (counted from 0), time (seconds), frame (empty if the mark is unreadable), clip (from
/// the mark), psnr (dB, `inf` for a picture equal to its original) and ssim. The last two are empty if nothing was
/// compared. A last column, vmaf, follows if VMAF was measured.
public enum PictureTable {
  /// The header line.
  package static let header = "movie,picture,time,frame,clip,psnr,ssim"

  /// Returns the table.
  ///
  /// - Parameter movies: The movies, in order. Unreadable ones have no rows.
  public static func text(_ movies: [VerifiedFile]) -> String {
    let hasVMAF = movies.contains { $0.verification?.asksForVMAF == true }
    var text = header + (hasVMAF ? ",vmaf" : "") + "\n"
    for movie in movies {
      guard let verification = movie.verification else { continue }
      let name = quoted(movie.name)
      for (index, (showing, quality)) in PictureRows(verification).enumerated() {
        text += "\(name),\(index),\(decimal(showing.time, places: 6)),"
        if case .frame(let number, let clip) = showing.mark { text += "\(number),\(clip)," } else { text += ",," }
        if let quality {
          text += (quality.psnr.isFinite ? fixed(quality.psnr, 3) : "inf") + ","
          text += quality.ssim.map { fixed($0, 5) } ?? ""
        } else {
          text += ","
        }
        if hasVMAF { text += "," + (quality?.vmaf.map { fixed($0, 3) } ?? "") }
        text += "\n"
      }
    }
    return text
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
