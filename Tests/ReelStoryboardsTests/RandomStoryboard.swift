import ReelTestSupport

/// Writes storyboards of chance: every kind of scene, transition and overlay, with captions and times of all forms.
struct RandomStoryboard {
  var random: Seeded

  mutating func yaml() -> String {
    let size = ["160x120", "128x128", "96x160"].randomElement(using: &random) ?? ""
    let theme = ["night", "paper", "classic"].randomElement(using: &random) ?? ""
    var lines = [
      "film: {size: \(size), fps: \([5, 10, 12].randomElement(using: &random) ?? 5), theme: \(theme)}", "scenes:",
    ]
    let count = Int.random(in: 1...4, using: &random)
    for number in 0..<count { lines += scene(number, isLast: number == count - 1) }
    lines += ["overlays:"]
    for overlay in ["time:", "frame: {size: 60}", "progress:", "text: {text: draft, color: red}"].shuffled(
      using: &random
    )
    .prefix(2) {
      lines += ["  - \(overlay)", "    place: \(["top-left", "bottom", "right"].randomElement(using: &random) ?? "")"]
      if Bool.random(using: &random) { lines += ["    from: s0.start + 0.3 s", "    opacity: 0.5"] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func scene(_ number: Int, isLast: Bool) -> [String] {
    let kind = kind()
    var lines: [String]
    if Int.random(in: 0..<5, using: &random) == 0 {
      lines = ["  - parallel:", "      - {\(kind), seconds: 1.6}", "      - {\(self.kind()), from: 0.4, seconds: 1}"]
    } else {
      lines = ["  - \(kind)"]
    }
    lines += ["    id: s\(number)", "    seconds: \(Double.random(in: 1.7...2.5, using: &random))"]
    if Bool.random(using: &random) {
      lines.append("    caption: Words that stand below number \(number), and are long")
    }
    if !isLast {
      let transition =
        [
          "cut", "dissolve", "{kind: fade, color: white, seconds: 0.6}", "{kind: slide, direction: up}", "push",
          "{kind: wipe, direction: right}", "{kind: wipe, direction: down}", "zoom", "page-curl",
          "{kind: page-curl, direction: right, angle: -30}",
        ].randomElement(using: &random) ?? ""
      lines.append("    transition: \(transition)")
    }
    return lines
  }

  private mutating func kind() -> String {
    [
      "title: {text: Hello, subtitle: It goes on and on}", "text: {text: Some typed words, reveal: typed}",
      "text: {heading: Points, points: [one, two, three], reveal: points}", "blank: teal", "clock: 10:08",
      "fixture: {pattern: motion, fps: 12}", "snowflake: {levels: 0...2, style: draw}", "zoom: {factor: 3}",
      "trace: {letters: A, hold: 0.2}", "snowflake: {levels: 0...3}",
    ].randomElement(using: &random) ?? ""
  }
}
