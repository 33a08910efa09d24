import ReelGeometry

/// A table of all pictures of the movies that were verified: comma-separated values (RFC 4180), lines ended by a line feed.
///
/// The columns are movie, picture (counted from 0), time (seconds), frame (empty where the mark can't be read), clip (of the mark),
/// psnr (dB, `inf` for a picture that equals its original) and ssim; the last two are empty if nothing was compared. Where VMAF was
/// measured, a column vmaf comes last.
public enum PictureTable {
  /// The first line.
  package static let header = "movie,picture,time,frame,clip,psnr,ssim"

  /// Writes the table.
  ///
  /// - Parameter movies: the movies, in their order; those that could not be read have no lines.
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
