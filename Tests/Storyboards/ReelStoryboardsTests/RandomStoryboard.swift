import ReelTestSupport

/// Writes random storyboards: every kind of scene, transition and overlay, with captions and times of all forms.
struct RandomStoryboard {
  var random: Seeded
  /// Whether the files of `StoryMaterial` may be used.
  var hasFiles = false

  mutating func yaml() -> String {
    let size = ["160x120", "128x128", "90x160"].randomElement(using: &random) ?? ""
    let theme = ["night", "paper", "classic"].randomElement(using: &random) ?? ""
    var lines = [
      "film: {size: \(size), fps: \([5, 10, 12].randomElement(using: &random) ?? 5), theme: \(theme)}",
      "templates: {card: {scenes: [{title: '${word}', seconds: 1.7}]}}", "style: {accent: teal, font: serif}",
      "scenes:",
    ]
    let count = Int.random(in: 1...4, using: &random)
    for number in 0..<count { lines += scene(number, isLast: number == count - 1) }
    lines += ["overlays:"]
    let overlays = [
      "time:", "frame: {size: 60}", "progress:", "text: {text: draft, color: red}", "snowflake: {levels: 0...2}",
      "trace: {letters: A, hold: 0.2}", "clock: 10:08", "date: {pattern: 'HH:mm:ss.SSS', size: 60}",
      "curve: {name: dragon, levels: 0...4}", "fixture: {pattern: counter, fps: 12}",
      "highlight: {start: [90, 90], end: [700, 500]}", "arrow: {start: [90, 700], end: [400, 300], size: 30}",
      "pointer: [{at: 0, to: [90, 700]}, {at: 0.9, to: [800, 200], click: true}, {at: 1.4, to: [10, 10], ease: spring}]",
    ]
    let known = overlays + (hasFiles ? StoryMaterial.overlays : [])
    for overlay in known.shuffled(using: &random).prefix(2) {
      lines.append("  - \(overlay)")
      if !["pointer", "highlight", "arrow"].contains(where: overlay.hasPrefix) {
        lines.append("    place: \(["top-left", "bottom", "right"].randomElement(using: &random) ?? "")")
      }
      if Bool.random(using: &random) { lines += ["    from: 0.3 s", "    opacity: 0.5"] }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func scene(_ number: Int, isLast: Bool) -> [String] {
    let kind = kind()
    var lines: [String]
    if Int.random(in: 0..<4, using: &random) == 0 {
      let layout = ["columns", "stack", "grid", "grid"].randomElement(using: &random) ?? ""
      lines = [
        "  - \(layout):", "      gap: 30", "      scenes:", "        - {\(kind), motion: [\(keyframes())]}",
        "        - {\(self.kind())}", "        - {parallel: [{\(self.kind())}, {\(self.kind()), background: none}]}",
      ].map { self.background($0) }
    } else if Int.random(in: 0..<5, using: &random) == 0 {
      return [
        "  - each: [one, two]", "    scenes: [{use: card, with: {word: '${item} ${n}'}}]",
        "    transition: \(isLast ? "cut" : "dissolve")",
      ]
    } else if Int.random(in: 0..<5, using: &random) == 0 {
      lines = ["  - parallel:", "      - {\(kind), seconds: 1.6}", "      - {\(self.kind()), from: 0.4, seconds: 1}"]
    } else {
      lines = ["  - \(kind)"]
    }
    lines += ["    id: s\(number)", "    seconds: \(Double.random(in: 1.7...2.5, using: &random))"]
    if Int.random(in: 0..<3, using: &random) == 0 { lines.append("    motion: [\(keyframes())]") }
    if Bool.random(using: &random) {
      lines.append(
        [
          "    caption: Words that stand below number \(number), and are long", "    caption: [one, two, three]",
          "    caption: {text: On a strip, place: below}", "    caption: {text: 12 שלום, from: 0.4, place: top}",
          "    caption: [a, {text: b, from: 0.8, place: above}]",
        ].randomElement(using: &random) ?? "")
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      lines.append("    overlays: [{text: above, place: top}, {clock: 9:30, size: 300, from: 0.4, opacity: 0.7}]")
    }
    if !isLast {
      let transition =
        [
          "cut", "dissolve", "{kind: fade, color: white, seconds: 0.6}", "{kind: slide, direction: up}", "push",
          "{kind: wipe, direction: right}", "{kind: wipe, direction: down}", "zoom", "page-curl",
          "{kind: page-curl, direction: right, angle: -30}", "page-uncurl",
          "{kind: page-uncurl, direction: down, angle: 40}",
        ].randomElement(using: &random) ?? ""
      lines.append("    transition: \(transition)")
    }
    return lines
  }

  /// Leaves out keys that only some scenes can do without.
  private func background(_ line: String) -> String {
    let styled = ["title:", "text:", "blank:", "clock:"]
    return styled.contains { line.contains("}, {" + $0) } ? line : line.replacing(", background: none", with: "")
  }

  private mutating func keyframes() -> String {
    let eases = ["linear", "ease-out", "spring", "steps(3)", "\"cubic-bezier(0.3, -0.4, 0.2, 1.6)\""]
    var time = 0.0
    return (0..<Int.random(in: 1...4, using: &random)).map { _ in
      time += Double.random(in: 0.1...0.8, using: &random)
      let properties = [
        "position: [\(Int.random(in: -300...300, using: &random)), 40]",
        "scale: \(Double.random(in: 0...1.5, using: &random))",
        "rotation: \(Int.random(in: -90...90, using: &random))", "opacity: \(Double.random(in: 0...1, using: &random))",
        "crop: [0.2, 0, \(Double.random(in: 0...0.9, using: &random)), 0.1]",
      ].shuffled(using: &random).prefix(2).joined(separator: ", ")
      return "{at: \(time), \(properties), ease: \(eases.randomElement(using: &random) ?? "")}"
    }.joined(separator: ", ")
  }

  private mutating func kind() -> String {
    if hasFiles, Bool.random(using: &random) { return StoryMaterial.scenes.randomElement(using: &random) ?? "" }
    return [
      "title: {text: Hello, subtitle: It goes on and on}", "text: {text: Some typed words, reveal: typed}",
      "text: {heading: Points, points: [one, two, three], reveal: points}", "blank: teal", "clock: 10:08",
      "fixture: {pattern: motion, fps: 12}", "snowflake: {levels: 0...2, style: draw}", "zoom: {factor: 3}",
      "trace: {letters: A, hold: 0.2}", "snowflake: {levels: 0...3}", "curve: {name: hilbert, levels: 0...3}",
      "curve: {axiom: F, rules: {F: F+F--F+F}, angle: 60, levels: 0...2, style: draw}",
      "turtle: {program: 'repeat 4 [fd random 90 rt 90]', seed: 7}", "table: {rows: [[a, b], [c, 12], [d, 3]]}",
      "text: {text: A paragraph that says something, font: serif}",
    ].randomElement(using: &random) ?? ""
  }
}
