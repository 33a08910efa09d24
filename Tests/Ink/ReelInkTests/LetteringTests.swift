import Foundation
import ReelGeometry
import ReelInk
import ReelTracing
import Testing

@Suite struct LetteringTests {
  @Test(
    "Letters of other scripts have the strokes that schools count",
    arguments: [
      ("あ", 3), ("き", 4), ("そ", 1), ("ふ", 4), ("ほ", 4), ("が", 5), ("ぱ", 4), ("ア", 2), ("ネ", 4), ("ヲ", 3), ("デ", 5),
      ("Ж", 3), ("Щ", 4), ("Ё", 6), ("й", 2), ("ї", 3), ("Я", 3),
    ])
  func strokes(letter: String, count: Int) throws {
    #expect(try Alphabet.standard.paths(for: letter, in: Self.square).count == count)
  }

  private static let square = Rect(x: 0, y: 0, width: 600, height: 600)
  private static let wide = Rect(x: 0, y: 0, width: 1100, height: 550)

  private func bounds(_ paths: [Path]) -> Rect {
    let points = paths.flatMap { $0.flattened(tolerance: 0.01) }.joined()
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    return Rect(x: xs.min()!, y: ys.min()!, width: xs.max()! - xs.min()!, height: ys.max()! - ys.min()!)
  }

  /// How many lines a text of l's has: each is one stroke down to its base line.
  private func lines(_ text: String, in rect: Rect) throws -> [Int] {
    let ends = try Alphabet.standard.paths(for: text, in: rect).map { $0.flattened()[0][1].y }
    return Dictionary(grouping: ends) { Int($0.rounded()) }.sorted { $0.key < $1.key }.map(\.value.count)
  }

  @Test(
    "European letters with accents are written, composed or not",
    arguments: [
      "ÄÖÜäöüßẞ", "éèêëÉÈÊËàâÀÂçÇîïôœŒæÆùûÿ", "ñÑáíóúÁÍÓÚ¿¡", "åÅøØ", "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "čďěňřšťůžČĎĚŇŘŠŤŮŽ",
      "őűŐŰ",
      "ăâîșțşţĂÂÎȘȚ", "ãõÃÕ", "ðþÐÞ", "ğıİĞ", "ģķļņāēīūĀĒĪŪ", "ľĺŕĽ", "đĐ", "ếộẵ",
      "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψω", "άέήίόύώϊϋΐΰΆΈΉΊΌΎΏΪΫ",
      "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя", "ҐґЄєІіЇїЎў", "ЂђЃѓЌќЈјЉљЊњЋћЏџЅѕ", "а́ы́",
      "あいうえおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもやゆよらりるれろわをんぁぃぅぇぉっゃゅょゎ",
      "アイウエオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモヤユヨラリルレロワヲンヴァィゥェォッャュョヮヵヶ", "ー〜、。・「」！？",
      ".,;:!?'\"-–—()[]{}/\\…„“”‚‘’«»‹›&@#%*+=×÷<>|_~^`´°·$€£§µ", "0123456789",
    ])
  func european(text: String) throws {
    #expect(Alphabet.standard.missing(in: text).isEmpty)
    for form in [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping] {
      #expect(
        try Alphabet.standard.paths(for: form, in: Self.wide) == Alphabet.standard.paths(for: text, in: Self.wide))
    }
  }

  @Test("Marks come after the letter, above or below it, and an i loses its dot")
  func marks() throws {
    func strokes(_ text: String) throws -> [Rect] {
      try Alphabet.standard.paths(for: text, in: Self.square).map { bounds([$0]) }
    }
    let counts = try ["ä", "é", "ç", "ñ", "í", "ï", "å", "ø", "Ä", "ΐ"].map { try strokes($0).count }
    #expect(counts == [3, 2, 2, 2, 2, 3, 2, 2, 5, 4])
    let e = try strokes("é")
    #expect(e[1].maxY < e[0].minY)
    let c = try strokes("ç")
    #expect(c[1].minY >= c[0].maxY - 1)
    // The tonos of a Greek capital stands in front of it.
    let omega = try strokes("Ώ")
    #expect(omega[1].maxX < omega[0].center.x && omega[1].minX < omega[0].minX)
    // A capital and its accent are higher than a small letter with one.
    let both = try strokes("Éé")
    #expect(both[4].maxY < both[6].minY)
  }

  @Test("Greek is written in the strokes of school")
  func greek() throws {
    let counts = try "αβγδεζηθικλμνξοπρσςτυφχψωΓΔΘΛΞΠΣΦΨΩ".map {
      try Alphabet.standard.paths(for: String($0), in: Self.square).count
    }
    #expect(
      counts == [
        1, 1, 1, 1, 1, 1, 1, 2, 1, 2, 2, 1, 1, 1, 1, 3, 1, 1, 1, 2, 1, 1, 2, 2, 1, 2, 3, 2, 2, 3, 3, 1, 2, 2, 1,
      ])
    // Letters that look the same are drawn the same.
    #expect(
      try Alphabet.standard.paths(for: "ΑΒΕΖΗΚΜΝΟΡΤΥΧ", in: Self.wide)
        == Alphabet.standard.paths(for: "ABEZHKMNOPTYX", in: Self.wide))
  }

  @Test("A text is wrapped at words where that makes it larger, and fills its rectangle")
  func wrapped() throws {
    let text = Array(repeating: "llll", count: 12).joined(separator: " ")
    let inSquare = try lines(text, in: Self.square)
    #expect(inSquare.count > 1 && inSquare.allSatisfy { $0.isMultiple(of: 4) } && inSquare.reduce(0, +) == 48)
    #expect(try lines(text, in: Self.wide).count < inSquare.count)
    for rect in [Self.square, Self.wide, Rect(x: 0, y: 0, width: 300, height: 900)] {
      let lettering = try Alphabet.standard.lettering(text, in: rect)
      let box = bounds(lettering.paths)
      #expect(box.width <= rect.width + 0.1 && box.height <= rect.height + 0.1)
      // One line of it would be a thin strip.
      #expect(box.width * box.height > 0.5 * rect.width * rect.height)
      #expect(abs(box.center.x - rect.center.x) < 0.1 && abs(box.center.y - rect.center.y) < 0.1)
    }
  }

  @Test("A thousand letters fill their rectangle, with spaces and without")
  func thousand() throws {
    for text in [String(repeating: "Fuchs ", count: 166), String(repeating: "m", count: 1000)] {
      let box = bounds(try Alphabet.standard.paths(for: text, in: Self.wide))
      #expect(box.width > 0.9 * Self.wide.width && box.height > 0.8 * Self.wide.height)
    }
  }

  @Test("Lines end where the text says, at no no-break space, and not within a word of 24 letters")
  func whole() throws {
    #expect(try lines("l\nl l\nl", in: Self.square) == [1, 2, 1])
    #expect(try lines("l\n\nl", in: Self.square) == [1, 1])
    let tall = Rect(x: 0, y: 0, width: 100, height: 1000)
    #expect(try lines("llll llll", in: tall) == [4, 4])
    #expect(try lines("llll\u{A0}llll", in: tall) == [8])
    #expect(try lines(String(repeating: "l", count: 24), in: tall) == [24])
    #expect(try lines(String(repeating: "l", count: 100), in: tall).count > 2)
    // French sets a space before these, and no line begins with them.
    #expect(
      try Alphabet.standard.paths(for: "« llll ! »", in: tall)
        == Alphabet.standard.paths(for: "«\u{A0}llll\u{A0}!\u{A0}»", in: tall))
  }

  @Test("The corridor that a text is given leaves it legible: neighbouring strokes of a letter keep apart")
  func corridor() throws {
    for text in ["A", "Reel", String(repeating: "eeee ", count: 100)] {
      let lettering = try Alphabet.standard.lettering(text, in: Self.wide)
      #expect(abs(lettering.maxDistance * 7 - lettering.xHeight) < 1e-9)
    }
    let e = try Alphabet.standard.lettering("e", in: Self.wide)
    let box = bounds(e.paths)
    // From the bar of an e to its top there is half of its height.
    #expect(abs(box.height - e.xHeight) < 1 && 2 * e.maxDistance < 0.6 * box.height / 2)
  }

  @Test("Accents on capitals below descenders do not touch them")
  func pitch() throws {
    let lettering = try Alphabet.standard.lettering("g\nÄ", in: Self.square)
    let g = bounds([lettering.paths[0]])
    let dots = bounds(Array(lettering.paths.suffix(2)))
    #expect(dots.minY - g.maxY > 2 * lettering.maxDistance)
  }
}
