/// A chart of the quality of all pictures, with the lowest value in each column.
struct QualityDrawing {
  private let frames: FrameQualities
  private let name: String
  private let unit: String
  /// The values of the grid lines, lowest first.
  ///
  /// Values above the last are drawn at it.
  private let lines: [Double]
  /// Whether values may exceed the highest line.
  private let isOpen: Bool
  /// The value of a picture; nil if it has none.
  private let value: (QualitySummary.Frame) -> Double?

  /// PSNR up to 60 dB.
  ///
  /// Differences above that are invisible, and equal pictures have no finite value.
  static func psnr(_ frames: FrameQualities) -> QualityDrawing {
    QualityDrawing(frames: frames, name: "PSNR", unit: " dB", lines: [0, 20, 40, 60], isOpen: true) { $0.psnr }
  }

  /// VMAF from 0 to 100.
  static func vmaf(_ frames: FrameQualities) -> QualityDrawing {
    QualityDrawing(frames: frames, name: "VMAF", unit: "", lines: [0, 25, 50, 75, 100], isOpen: false) { $0.vmaf }
  }

  /// The chart.
  var html: String {
    let (width, height) = (920, 130)
    let highest = lines[lines.count - 1]
    let columns = min(frames.count, width)
    var lowest = [Double](repeating: highest, count: columns)
    for (index, frame) in frames.enumerated() {
      let column = index * columns / frames.count
      lowest[column] = min(lowest[column], value(frame) ?? highest)
    }
    func y(_ value: Double) -> String {
      decimal(Double(height) * (1 - max(0, value) / highest), places: 1)
    }
    var path = ""
    for (index, value) in lowest.enumerated() {
      let x = (Double(index) + 0.5) * Double(width) / Double(columns)
      path += "\(index == 0 ? "M" : "L")\(decimal(x, places: 1)) \(y(value))"
    }
    let rules = lines.map { "<path d=\"M0 \(y($0))H\(width)\" stroke=\"var(--line)\"/>" }
    let labels = lines.reversed().map { line in
      "<span>\(decimal(line, places: 0))\(unit)\(isOpen && line == highest ? " +" : "")</span>"
    }
    let (first, last) = (frames[0].time, frames[frames.count - 1].time)
    return """
      <figure class="chart"><figcaption>\(name) of each picture; of several in one column the lowest</figcaption>
      <div class="scale">\(labels.joined())</div>
      <svg viewBox="0 -2 \(width) \(height + 4)" preserveAspectRatio="none" height="\(height)" role="img" \
      aria-label="\(name) of each picture">\(rules.joined())
      <path d="\(path)" stroke="var(--blue)" stroke-width="1.6"/></svg>
      <div class="times"><span>\(Finding.seconds(first))</span><span>\(Finding.seconds(last))</span></div></figure>
      """
  }
}
