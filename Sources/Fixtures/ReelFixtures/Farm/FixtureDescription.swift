import ReelFarm
import ReelPlatform

/// The recipe of a fixture as stored in the folder of its parts.
struct FixtureDescription: Codable {
  /// The word that identifies the recipe among other JSON.
  static let format = "reel-fixture-recipe"

  private var format = Self.format
  /// The recipe.
  private(set) var recipe: FixtureRecipe
  /// The version of marks and beeps.
  ///
  /// A recipe omits it for version 1.
  private var drawing: Int

  init(_ recipe: FixtureRecipe) { (self.recipe, drawing) = (recipe, recipe.drawing) }

  /// Parses a recipe; nil for the description of anything else.
  ///
  /// - Throws: `InvalidValue` for a recipe whose options are unknown or contradictory.
  init?(json: [UInt8]) throws {
    struct Head: Decodable { let format: String? }
    guard (try? JSONDecoder().decode(Head.self, from: Data(json)))?.format == Self.format else { return nil }
    self = try JSONDecoder().decode(Self.self, from: Data(json))
    recipe.drawing = drawing
  }

  /// Everything that the bytes of the parts depend on.
  var identity: PartIdentity {
    get throws { PartIdentity(kind: "recipe of a fixture", format: Self.format, json: try json) }
  }

  /// The recipe as JSON; the same recipe gives the same bytes.
  var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
      return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }
  }
}
