import Foundation
import ReelFilms
import ReelGeometry
import ReelScenes
import ReelTestSupport
import ReelVideo
import Testing

@Suite("Films for sites, and chapters in frames") struct SharingSiteTests {
  /// The rows of the table in `docs/sharing.md`.
  private func rows() throws -> [[String]] {
    let root = Repository.root
    let page = try String(contentsOf: root.appending(path: "docs/sharing.md"), encoding: .utf8)
    #expect(page.contains("as of \(SharingSite.asOf)"))
    return page.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains("` | .") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("The page on sharing has the table that is applied")
  func page() throws {
    let rows = try rows()
    #expect(rows.map { $0[0] } == SharingSite.allCases.map { "`\($0.rawValue)`" })
    for (site, row) in zip(SharingSite.allCases, rows) {
      let terms = site.terms
      #expect(row[1] == terms.endings.map { ".\($0)" }.joined(separator: ", "))
      #expect(row[2] == terms.codecs.map(\.rawValue).joined(separator: ", "))
      #expect(row[3] == (terms.byteLimit.map { "\($0 / 1_000_000) MB" } ?? "any"))
      #expect(row[4] == (terms.size?.description ?? "any"))
      #expect(row[5] == (terms.longest.map { "\(Int($0)) s" } ?? "any"))
      let safe = terms.safeArea.map { "\(Int($0.width))x\(Int($0.height)) from \(Int($0.minX)),\(Int($0.minY))" }
      #expect(row[6] == (safe ?? "all"))
    }
  }

  @Test("A safe area lies in the frame")
  func safe() throws {
    for terms in SharingSite.allCases.map(\.terms) {
      guard let area = terms.safeArea else { continue }
      let size = try #require(terms.size)
      #expect(area.minX >= 0 && area.minY >= 0 && area.maxX <= Double(size.width) && area.maxY <= Double(size.height))
    }
  }

  @Test(
    "Chapters are the frames that are shown from their beginnings on; those without any are left out",
    arguments: [
      ([0, 1.0, 2.5], [0..<10, 10..<25, 25..<30]), ([0.3, 0.35, 9], [0..<3, 3..<4, 4..<30]),
      ([1.01, 1.05, 2], [0..<11, 11..<20, 20..<30]),
      ([2, 0], [0..<20, 20..<30]), ([], []),
    ] as [([Double], [Range<Int>])])
  func chapters(_ starts: [Double], _ frames: [Range<Int>]) throws {
    var film = FilmDescription(SnowflakeFilm())
    film.film.frameRate = 10
    film.film.length = .seconds(3)
    film.tracks.chapters = starts.map { FilmChapter("at \($0)", at: $0) }
    #expect(try film.chapterFrames.map(\.frames) == frames)
  }
}
