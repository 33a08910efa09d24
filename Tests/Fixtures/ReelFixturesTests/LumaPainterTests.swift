import ReelClips
import ReelCanvas
import ReelGeometry
import ReelVideo
import Testing

@testable import ReelFixtures

/// Luma drawn directly must equal the luma of the colours.
@Suite struct LumaPainterTests {
  private static let forms: [LumaForm] = {
    var (narrow, wide, deep) = (LumaForm.usual, LumaForm.usual, LumaForm.usual)
    narrow.matrix = .bt601
    wide.isFullRange = true
    deep.bits = 10
    var hdr = deep
    (hdr.matrix, hdr.transfer) = (.bt2020, .pq)
    return [.usual, narrow, wide, deep, hdr]
  }()

  @Test(
    "A frame's luma equals that of its colours, in every pattern and every form of samples",
    arguments: FixturePattern.allCases, [FieldOrder.progressive, .topFirst, .bottomFirst])
  func levels(pattern: FixturePattern, fields: FieldOrder) throws {
    var recipe = FixtureRecipe()
    (recipe.pattern, recipe.fields, recipe.sound) = (pattern, fields, .beep)
    (recipe.size, recipe.seed, recipe.frameCount) = (PixelSize(width: 332, height: 196), 3, 40)
    for drawing in FixtureRecipe.drawings {
      recipe.drawing = drawing
      var painter = try FixturePainter(recipe)
      var plane = LumaPlane(size: recipe.shownSize, repeating: 99)
      for form in Self.forms {
        var levels = LumaLevels(form)
        // The first frame flashes.
        for (number, isExchanged) in [(0, false), (7, false), (23, true), (7, true)] {
          try painter.drawLuma(frame: number, exchangingFields: isExchanged, &levels, into: &plane)
          let bitmap = try painter.draw(frame: number, exchangingFields: isExchanged)
          #expect(plane == LumaPlane(bitmap, in: form), "frame \(number), \(form)")
        }
      }
    }
  }

  @Test("A frame beyond the last one is refused")
  func refused() throws {
    var painter = try FixturePainter(FixtureRecipe())
    var (levels, plane) = (LumaLevels(.usual), LumaPlane(size: painter.recipe.shownSize))
    #expect(throws: InvalidValue.self) {
      try painter.drawLuma(frame: painter.recipe.frameCount, &levels, into: &plane)
    }
  }

  @Test("The luma of a colour follows from the matrix, rounded once")
  func exact() {
    var levels = LumaLevels(.usual)
    for (red, green, blue) in [(0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (17, 201, 96)] {
      let pixel = Pixel(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
      let luma = 16 + 219 * (0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)) / 255
      #expect(levels.level(of: pixel) == UInt8(luma.rounded()))
    }
  }
}
