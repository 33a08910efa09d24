import Foundation
import ReelCanvas
import Testing

@testable import ReelFixtures

/// A folder for one test, removed with this object.
final class Scratch: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("reel-fixtures-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { path + "/" + name }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(of: name))) }

  /// All names in the folder, including hidden ones.
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() } }
}

/// Builds a recipe from options, as the command line does.
func recipe(_ options: [FixtureOption: String]) throws -> FixtureRecipe {
  var recipe = FixtureRecipe()
  for option in FixtureRecipe.options {
    if let text = options[option] { try recipe.set(option, text) }
  }
  return recipe
}
