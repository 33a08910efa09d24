import ReelFarm
import ReelPlatform

/// The recipe of a fixture, in the folder of its parts.
struct FixtureDescription: Codable {
  /// The word that identifies it among other JSON.
  static let format = "reel-fixture-recipe"

  private var format = Self.format
  /// The recipe.
  private(set) var recipe: FixtureRecipe
  /// The version of marks and beeps, which a recipe does not tell of the first one.
  private var drawing: Int

  init(_ recipe: FixtureRecipe) { (self.recipe, drawing) = (recipe, recipe.drawing) }

  /// Reads a recipe; nil for the description of anything else.
  ///
  /// - Throws: `InvalidValue` for a recipe with options that are unknown or mean nothing.
  init?(json: [UInt8]) throws {
    struct Head: Decodable { let format: String? }
    guard (try? JSONDecoder().decode(Head.self, from: Data(json)))?.format == Self.format else { return nil }
    self = try JSONDecoder().decode(Self.self, from: Data(json))
    recipe.drawing = drawing
  }

  /// What the bytes of its parts depend on.
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
