/// The table below the charts of a report: every picture with its time, frame and quality.
struct PictureDataTable {
  var verification: Verification

  /// The maximum number of rows.
  ///
  /// A page with more is slow to open.
  private static let most = 2000

  /// The table, collapsed at first; empty if there are no pictures.
  var html: String {
    guard !verification.showings.isEmpty else { return "" }
    let hasQuality = verification.quality?.frames.isEmpty == false
    let hasVMAF = verification.quality?.vmaf != nil
    let heads = ["Picture", "Time", "Shows frame"] + (hasQuality ? ["PSNR", "SSIM"] : []) + (hasVMAF ? ["VMAF"] : [])
    let rows = PictureRows(verification).prefix(Self.most).enumerated().map { index, row in
      var cells = ["\(index)", Finding.seconds(row.showing.time), Self.words(row.showing)]
      if hasQuality { cells += Self.words(row.quality) }
      if hasVMAF { cells.append(row.quality?.vmaf.map { decimal($0, places: 2) } ?? "–") }
      return "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
    }
    let rest = verification.showings.count - rows.count
    let more = rest > 0 ? "<p>… and \(rest) more: <code>--csv</code> writes all of them.</p>" : ""
    return """
      <details><summary>All pictures as a table</summary><div class="table"><table>
      <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>\(more)</details>
      """
  }

  private static func words(_ showing: Showing) -> String {
    switch showing.mark {
    case .frame(let number, _): "\(number)"
    case .blended(let first, let second, _): "\(first)+\(second), blended"
    case .torn(let first, let second, _): "\(first)+\(second), torn"
    case .unreadable: "unreadable"
    }
  }

  private static func words(_ quality: QualitySummary.Frame?) -> [String] {
    guard let quality else { return ["–", "–"] }
    return [
      quality.psnr.isFinite ? "\(decimal(quality.psnr, places: 2)) dB" : "equal",
      quality.ssim.map { decimal($0, places: 4) } ?? "–",
    ]
  }
}
