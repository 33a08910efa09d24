/// The report page of one movie, which needs no network and no script.
struct ReportPage {
  /// Three pictures of one frame, as names of files beside the page.
  struct Exhibit {
    var frame: QualitySummary.Frame
    var seen: String
    var drawn: String
    var difference: String
  }

  var verification: Verification
  var timeline: Timeline
  var exhibits: [Exhibit]

  /// The complete page.
  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>\(escaped(verification.file)): \(verdict)</title>
    <style>\(Self.style)</style>
    <header>
    <span class="badge \(verification.isAsExpected ? "good" : "bad")">\(verdict)</span>
    <h1>\(escaped(verification.file))</h1>
    <p>\(facts)</p>
    </header>
    <main>
    \(section("What happened", findings))
    \(section("Timeline", TimelineDrawing(timeline: timeline, verification: verification).html))
    \(quality)
    \(data)
    </main>
    <footer>Written by <code>capture verify</code>.</footer>
    </html>

    """
  }

  private var verdict: String {
    let count = verification.differences.count
    return count == 0 ? "as expected" : count == 1 ? "1 difference" : "\(count) differences"
  }

  private var facts: String {
    var parts = [
      "\(verification.pictureCount) pictures",
      "\(verification.readCount) \(verification.reference == nil ? "marks read" : "matched")",
      "\(decimal(verification.frameRate, places: 3)) pictures a second",
    ]
    parts.append(
      (verification.reference ?? verification.manifest).map { "compared with \($0)" }
        ?? "no manifest: judged by the marks alone")
    if let offset = verification.soundOffset { parts.append("sound \(Finding.milliseconds(offset)) after the picture") }
    return parts.map(escaped).joined(separator: " · ")
  }

  private var findings: String {
    var items = verification.differences.map { item("bad", "difference", "\($0)") }
    if let damage = verification.intendedDamage { items.append(item("note", "on purpose", damage)) }
    for finding in verification.findings {
      let isDifference = verification.differences.contains { difference in
        if case .unexpected(finding) = difference { true } else { false }
      }
      guard !isDifference else { continue }
      items.append(item("note", verification.isIntended(finding) ? "on purpose" : "seen", "\(finding)"))
    }
    if items.isEmpty { items.append(item("fine", "ok", "every frame appears once, in order and on time")) }
    return "<ul class=\"findings\">\(items.joined())</ul>"
  }

  private func item(_ style: String, _ label: String, _ text: String) -> String {
    "<li><span class=\"badge \(style)\">\(label)</span> \(escaped(text))</li>"
  }

  private var quality: String {
    guard let quality = verification.quality, !quality.frames.isEmpty else { return "" }
    func decibels(_ value: Double) -> String { value.isFinite ? "\(decimal(value, places: 2)) dB" : "equal" }
    var cells = [("PSNR, mean", decibels(quality.meanPSNR)), ("PSNR, lowest", decibels(quality.minPSNR))]
    if let mean = quality.meanSSIM, let low = quality.minSSIM {
      cells += [("SSIM, mean", decimal(mean, places: 4)), ("SSIM, lowest", decimal(low, places: 4))]
    }
    if let vmaf = quality.vmaf {
      cells += [
        ("VMAF, mean", decimal(vmaf.mean, places: 2)), ("VMAF, harmonic mean", decimal(vmaf.harmonicMean, places: 2)),
        (
          "VMAF, lowest" + (quality.frames.worstVMAF.map { ", frame \($0.number)" } ?? ""), decimal(vmaf.min, places: 2)
        ),
      ]
    }
    let charts = [QualityDrawing.psnr(quality.frames)] + (quality.vmaf == nil ? [] : [.vmaf(quality.frames)])
    let numbers = cells.map { "<div><b>\($0.1)</b><span>\($0.0)</span></div>" }.joined()
    let shown = exhibits.map { exhibit in
      """
      <figure><figcaption>Frame \(exhibit.frame.number) at \(Finding.seconds(exhibit.frame.time)):
      \(decibels(exhibit.frame.psnr))\(exhibit.frame.ssim.map { ", SSIM \(decimal($0, places: 4))" } ?? "")\
      \(exhibit.frame.vmaf.map { ", VMAF \(decimal($0, places: 1))" } ?? "")</figcaption>
      <div class="trio">\(picture(exhibit.seen, "as seen"))\(picture(exhibit.drawn, "as drawn"))\
      \(picture(exhibit.difference, "difference × 4"))</div></figure>
      """
    }
    return section("Quality", "<div class=\"numbers\">\(numbers)</div>" + charts.map(\.html).joined(separator: "\n"))
      + (shown.isEmpty ? "" : section("Worst frames", shown.joined(separator: "\n")))
  }

  private var data: String {
    let table = PictureDataTable(verification: verification).html
    return table.isEmpty ? "" : section("Data", table)
  }

  private func picture(_ name: String, _ caption: String) -> String {
    "<a href=\"\(name)\"><img src=\"\(name)\" alt=\"\(caption)\"><span>\(caption)</span></a>"
  }

  private func section(_ title: String, _ body: String) -> String { "<section><h2>\(title)</h2>\(body)</section>" }

  static let style = """
    :root { --ink: #1d2430; --soft: #667085; --line: #e3e7ee; --card: #fff; --page: #f5f7fa; --good: #12805c;
      --bad: #c4320a; --blue: #2e6be6; --orange: #d98b06; --violet: #7a5af8; --gray: #98a2b3; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #2c3442; --card: #1a202b;
      --page: #11161f; --good: #3ccb95; --bad: #ff7a50; --blue: #7aa5ff; --orange: #f5b83d; --violet: #a592ff; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 1060px; padding: 32px 20px; background: var(--page); color: var(--ink);
      font: 15px/1.5 system-ui, "Helvetica Neue", Arial, sans-serif; }
    h1 { margin: 8px 0 0; font-size: 26px; overflow-wrap: anywhere; }
    h2 { margin: 0 0 12px; font-size: 16px; }
    header p, footer { color: var(--soft); margin: 4px 0 20px; }
    section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 18px 20px;
      margin: 0 0 16px; }
    .badge { display: inline-block; min-width: 84px; padding: 1px 9px; border-radius: 99px; font-size: 12px;
      text-align: center; color: #fff; background: var(--gray); }
    .badge.good, .badge.fine { background: var(--good); } .badge.bad { background: var(--bad); }
    .findings { list-style: none; margin: 0; padding: 0; }
    .findings li { padding: 5px 0; display: flex; gap: 10px; align-items: baseline; }
    .chart { display: grid; grid-template-columns: max-content 1fr; gap: 4px 10px; margin: 0; color: var(--soft);
      font-size: 13px; }
    .chart figcaption { grid-column: 1 / -1; margin: 8px 0 2px; color: var(--ink); }
    .chart svg { display: block; width: 100%; } .chart .strip { height: 22px; }
    .chart path { vector-effect: non-scaling-stroke; fill: none; }
    .scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; line-height: 1; }
    .times { grid-column: 2; display: flex; justify-content: space-between; gap: 8px; }
    summary { cursor: pointer; } .table { max-height: 60vh; overflow: auto; margin-top: 10px; }
    table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
    th { position: sticky; top: 0; background: var(--card); }
    th, td { text-align: right; padding: 3px 8px; border-bottom: 1px solid var(--line); white-space: nowrap; }
    .legend { display: flex; flex-wrap: wrap; gap: 14px; margin-top: 8px; color: var(--soft); font-size: 13px; }
    .legend i { display: inline-block; width: 11px; height: 11px; border-radius: 3px; margin-right: 5px; }
    .numbers { display: flex; flex-wrap: wrap; gap: 12px 34px; margin-bottom: 12px; }
    .numbers b { display: block; font-size: 21px; } .numbers span { color: var(--soft); font-size: 13px; }
    figure { margin: 0 0 18px; } figcaption { margin-bottom: 6px; }
    .trio { display: grid; grid-template-columns: repeat(3, 1fr); gap: 10px; }
    .trio img { width: 100%; border-radius: 6px; border: 1px solid var(--line); display: block; }
    .trio a { color: var(--soft); font-size: 13px; text-decoration: none; }
    @media (max-width: 600px) { body { padding: 16px 10px; } section { padding: 14px 12px; }
      .findings li { flex-direction: column; gap: 2px; } .trio { grid-template-columns: 1fr; } }
    """
}
