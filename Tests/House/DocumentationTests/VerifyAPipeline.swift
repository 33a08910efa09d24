import Foundation
import Reel
import ReelFixtures
import Testing

extension ArticleTests {
  private func verify(_ outputPath: String, against manifestPath: String) throws -> Bool {
    let manifest = try FixtureManifest(path: manifestPath)
    let movie = try MovieVerifier(path: outputPath, manifest: manifest, manifestName: "clip.json").run()
    guard movie.verification.isAsExpected else {
      print(movie.verification.text)
      return false
    }
    return true
  }

  @Test("A clip is what its manifest says, and another one is not")
  func verifyAPipeline() throws {
    let folder = temporary("pipeline")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func make(_ path: String) throws {
      var recipe = FixtureRecipe()
      recipe.frameCount = 50
      recipe.faults.drop = [10, 11]
      let made = try FixtureMaker(recipe, to: path).make()
      #expect(made.frames.count == 48)
    }
    let path = folder.appending(path: "clip.mp4").path
    try make(path)
    let manifest = folder.appending(path: "clip.json").path
    #expect(try verify(path, against: manifest))
    let other = folder.appending(path: "other.mp4").path
    var recipe = FixtureRecipe()
    recipe.frameCount = 50
    _ = try FixtureMaker(recipe, to: other).make()
    #expect(try !verify(other, against: manifest))
  }
}
