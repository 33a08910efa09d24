import Foundation
import ReelFixtures
import Testing

/// The report page of a movie.
@Suite struct ReportPageTests {
  @Test("The page has charts with labels in HTML, and a row for each picture", arguments: [false, true])
  func page(quality: Bool) throws {
    let folder = try ClipFolder()
    let manifest = try folder.make("clip.mp4") { ($0.frameCount, $0.faults.drop) = (12, [5]) }
    var verifier = MovieVerifier(path: folder.path("clip.mp4"), manifest: manifest, manifestName: "clip.json")
    verifier.measuresQuality = quality
    let path = try VerificationReport.write(verifier.run(), recipe: manifest.recipe, to: folder.path("report"))
    let page = try String(contentsOfFile: path, encoding: .utf8)
    // Text inside a drawing would shrink with it on a phone.
    #expect(!page.contains("<text") && page.contains("name=\"viewport\""))
    #expect(page.contains("<figcaption>The frame that is shown, over time"))
    #expect(page.contains("<summary>All pictures as a table</summary>"))
    let rows = page.matches(of: /<tr><td>(\d+)<\/td><td>[^<]+ s<\/td><td>(\d+)<\/td>/)
    #expect(rows.map { String($0.2) } == [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11].map(String.init))
    #expect(page.contains("<th scope=\"col\">PSNR</th>") == quality)
    #expect(page.contains("aria-label=\"clip: some missing\""))
  }
}
