import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelVideo

/// The index of a suite's folder, for programs and for people.
struct SuiteIndex {
  private let entries: [SuiteBuilder.Entry]

  init(_ entries: [SuiteBuilder.Entry]) { self.entries = entries }

  private struct Document: Encodable {
    var format = "reel-suite"
    var version = 1
    var clips: [Clip]
  }

  private struct Clip: Encodable {
    var name: String
    var file: String
    var manifest: String?
    var rungs: [String]?
    var bytes: Int?
    var md5: String?
    var frames: Int?
    var codec: String?
    var missing: String?
    var recipe: FixtureRecipe
  }

  var json: String {
    get throws {
      let clips = entries.map { entry in
        Clip(
          name: entry.item.name, file: entry.item.fileName,
          manifest: entry.manifest == nil || entry.item.ladder != nil ? nil : entry.item.name + ".json",
          rungs: entry.item.ladder == nil ? nil : entry.rungs.map { OutputFile.split($0).name },
          bytes: entry.manifest?.file.bytes,
          md5: entry.manifest?.file.md5, frames: entry.manifest?.frames.count, codec: entry.manifest?.stream.codec,
          missing: Self.problem(entry), recipe: entry.item.recipe)
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      return String(decoding: try encoder.encode(Document(clips: clips)), as: UTF8.self) + "\n"
    }
  }

  private static func problem(_ entry: SuiteBuilder.Entry) -> String? {
    switch entry.outcome {
    case .made, .upToDate: nil
    case .unavailable(let reason), .failed(let reason): reason
    }
  }

  /// A page that works offline: a card for each clip, with a video where browsers can play it.
  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Fixtures</title>
    <style>
    :root { color-scheme: light dark; --line: #8884; --soft: #8881; --quiet: #777; }
    body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
    h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
    p { color: var(--quiet); margin: 0 0 1.5rem; }
    main { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); }
    article { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; display: flex; flex-direction: column; }
    video, .none { aspect-ratio: 16 / 9; width: 100%; background: #16181d; color: #999; object-fit: contain; }
    .none { display: grid; place-items: center; font-size: .85rem; }
    h2 { font-size: .95rem; margin: .6rem .8rem .1rem; overflow-wrap: anywhere; }
    dl { margin: 0 .8rem .8rem; font-size: .82rem; color: var(--quiet); }
    dd { margin: 0; overflow-wrap: anywhere; } .bad { color: #c0392b; }
    code { background: var(--soft); border-radius: 4px; padding: 0 .3em; }
    </style>
    </head>
    <body>
    <h1>Fixtures</h1>
    <p>\(entries.count) clips. Beside each are its manifest, <code>NAME.json</code>, and its frame hashes, <code>NAME.framemd5</code>.</p>
    <main>
    \(entries.map(card).joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }

  private func card(_ entry: SuiteBuilder.Entry) -> String {
    let item = entry.item
    let recipe = item.recipe
    let isShown = entry.manifest != nil && recipe.damage.isEmpty && [.mp4, .m4v, .webm].contains(item.container)
    let picture =
      isShown && item.ladder == nil
      ? "<video src=\"\(item.fileName)\" preload=\"metadata\" controls muted loop></video>"
      : "<div class=\"none\">.\(item.ladder?.ending ?? item.container.rawValue)</div>"
    var lines = [
      "\(recipe.pattern.rawValue), \(recipe.frameCount) frames, \(item.ladder?.sizes ?? recipe.size.description) at \(recipe.frameRate) fps",
      [
        entry.manifest?.stream.codec, entry.manifest?.stream.pixelFormat,
        entry.manifest.map { "\($0.file.bytes) bytes" },
      ]
      .compactMap { $0 }.joined(separator: ", "),
    ]
    let quiet: Set<FixtureOption> = [.pattern, .frames, .fps, .size, .codec, .pixelFormat, .rotate, .seed]
    let plain = FixtureRecipe()
    lines.append(
      FixtureRecipe.options.filter { !quiet.contains($0) && recipe.text(of: $0) != plain.text(of: $0) }
        .map { option in option.isSwitch ? option.name : "\(option.name) \(recipe.text(of: option) ?? "")" }
        .joined(separator: ", "))
    let facts = lines.filter { !$0.isEmpty }.map { "<dd>\(escaped($0))</dd>" }.joined()
    let problem = Self.problem(entry).map { "<dd class=\"bad\">\(escaped($0))</dd>" } ?? ""
    let name = entry.manifest == nil ? item.fileName : "<a href=\"\(item.fileName)\">\(item.fileName)</a>"
    return "<article>\(picture)<h2>\(name)</h2><dl>\(facts)\(problem)</dl></article>"
  }
}
