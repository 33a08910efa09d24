import ReelGeometry
import ReelTestSupport
import Testing

@testable import ReelCurves

@Suite("Logo programs") struct LogoTests {
  private func run(_ text: String, seed: UInt64 = 0) throws -> LogoPicture { try LogoProgram(text).run(seed: seed) }

  /// The points of the only line.
  private func points(_ text: String) throws -> [Point] {
    let picture = try run(text)
    try #require(picture.strokes.count == 1, "\(text)")
    return picture.strokes[0].points
  }

  /// What a value is, by the length of a line.
  private func value(_ expression: String, _ before: String = "") throws -> Double {
    let points = try points("\(before)\nsetxy (\(expression)) 100000")
    return try #require(points.last).x
  }

  @Test(
    "The turtle goes where the words say",
    arguments: [
      ("fd 100", 0, 100), ("forward 100 right 90 forward 50", 50, 100), ("bk 30 lt 90 fd 10", -10, -30),
      ("repeat 4 [fd 100 rt 90] fd 5", 0, 5), ("setxy 30 -40", 30, -40), ("setpos [30 -40] setx 7 sety 8", 7, 8),
      ("fd 10 rt 30 home fd 20", 0, 20), ("seth 90 fd 10", 10, 0), ("fd 10 setheading -90 fd 5", -5, 10),
      ("FD 10 RT 90 FD repcount + 11", 10, 10), ("to a :n\nfd :n\nend\na 7", 0, 7),
      ("to star repeat 5 [fd 10 rt 144] end star fd 3", 0, 3),
      ("repeat 3 [fd repcount]", 0, 6), ("make \"n 5 while [:n > 0] [fd :n make \"n :n - 1]", 0, 15),
      ("for [i 1 10] [fd :i]", 0, 55), ("for [i 10 1 -3] [fd :i]", 0, 22),
      ("make \"i 1 until [:i > 3] [fd 2 make \"i :i + 1]", 0, 6),
      ("(fd 10) (print \"a \"b) cs fd 3 ht", 0, 3), ("fd 10 stop fd 10", 0, 10), ("fd 5 ; fd 10\nfd 1", 0, 6),
      ("if 1 < 2 [fd 1] if 1 > 2 [fd 10] [fd 100]", 0, 101), ("ifelse 1 = 2 [fd 1] [fd 2]", 0, 2),
      ("to fact :n if :n < 2 [output 1] output :n * fact :n - 1 end fd fact 5", 0, 120),
      ("to spi :n if :n > 3000 [stop] fd 1 spi :n + 1 end spi 1", 0, 3000),
      ("to outer make \"x 1 inner fd :x end to inner make \"x :x + 5 end outer", 0, 6),
      ("make \"x 3 to f localmake \"x 9 fd :x end f fd :x", 0, 12),
      ("to f :x if :x > 0 [f :x - 1 fd :x] end f 4", 0, 10),
      ("to f repeat 10 [fd 1 if repcount = 3 [stop]] end repeat 2 [f]", 0, 6), ("arc 360 50 fd 2", 0, 2),
      ("fd -5", 0, -5), ("make \"a 4 fd :a - 1", 0, 3), ("to circle fd 7 end circle", 0, 7),
      ("to draw-square :n repeat 4 [fd :n rt 90] end draw-square 9 fd 3-1", 0, 2), ("if [1 < 2] [fd 4]", 0, 4),
      ("fd 1 clean fd 2", 0, 3), ("setcolor red pc blue ps 3 setcolor pick [red] fd 1", 0, 1), ("fd 2 * -3", 0, -6),
    ] as [(String, Double, Double)])
  func movement(text: String, x: Double, y: Double) throws {
    let end = try #require(run(text).strokes.last?.points.last)
    #expect(end.distance(to: Point(x: x, y: y)) < 1e-9, "\(end)")
  }

  @Test(
    "Values are calculated as everywhere",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 2 - 3", 5), ("8 / 4 / 2", 1), ("-2 * 3", -6), ("2-1", 1),
      ("- 3 + 5", 2),
      ("sin 30", 0.5), ("cos 60", 0.5), ("tan 45", 1), ("arctan 1", 45), ("sqrt 2 + 2", 2), ("power 2 10", 1024),
      ("remainder -7 3", -1), ("modulo -7 3", 2), ("abs -4", 4), ("int -2.7", -2), ("round 2.5", 3), ("minus 3", -3),
      ("sum 1 2", 3), ("(sum 1 2 3 4)", 10), ("(product 2 3 4)", 24), ("difference 5 7", -2), ("quotient 7 2", 3.5),
      ("ifelse 1 < 2 [10] [20]", 10), ("ifelse and 1 < 2 not 2 < 1 [1] [0]", 1), ("ifelse or false 2 <= 2 [1] [0]", 1),
      ("ifelse \"abc = \"abc [1] [0]", 1), ("ifelse 3 <> 3 [1] [0]", 0), ("1e2", 100), (".5", 0.5), ("\"12 + 1", 13),
      ("100 * cos 0", 100), ("exp 0", 1), ("ln 1", 0), ("log10 1000", 3), ("pi", Double.pi),
      ("ifelse sqrt 16 = 4 [1] [0]", 1),
      ("pick [7]", 7), ("random 1", 0),
    ] as [(String, Double)])
  func calculation(text: String, result: Double) throws {
    #expect(abs(try value(text) - result) < 1e-12 * max(1, abs(result)))
  }

  @Test("Pens have colours and widths, and are lifted")
  func pens() throws {
    let picture = try run(
      "fd 1 setpc 4 fd 1 setpencolor \"Tomato fd 1 setpc [100 50 0] fd 1 setpc [255 0 0] setpensize 3 fd 1 pu fd 1 pd fd 1 setpc 20 fd 1"
    )
    #expect(
      picture.strokes.map(\.ink) == [
        .standard, .palette(4), .name("tomato"), .rgb(1, 0.5, 0), .rgb(1, 0, 0), .rgb(1, 0, 0), .palette(4),
      ])
    #expect(picture.strokes.map(\.width) == [1, 1, 1, 1, 3, 3, 3])
    #expect(picture.strokes[5].points == [Point(x: 0, y: 6), Point(x: 0, y: 7)])
  }

  @Test("Chance has a seed")
  func chance() throws {
    let text = "repeat 50 [fd random 100 rt pick [30 60 90]]"
    #expect(try run(text, seed: 3) == run(text, seed: 3))
    #expect(try run(text, seed: 3) != run(text, seed: 4))
    #expect(try run("fd random 100 rerandom bk random 100", seed: 9).strokes.first?.points.last == .zero)
  }

  @Test(
    "A fault is told with its line, its column, and the word that was meant",
    arguments: [
      ("fd 10\n  forwrd 20", "2:3: unknown word forwrd: did you mean forward?"),
      ("to spiral :n\nspirl :n\nend", "2:1: unknown word spirl: did you mean spiral?"),
      ("xyzzy", "1:1: unknown word xyzzy: define it with to xyzzy … end"),
      ("fd", "1:1: fd needs more inputs, but found the end of the program"),
      ("repeat 4 [fd 10", "1:10: the [ of repeat has no ]"), ("fd 10]", "1:6: this ] has no [ before it"),
      ("repeat 4 fd 10", "1:10: repeat needs instructions in brackets, but found fd"),
      ("fd 1 / 0", "1:6: nothing can be divided by 0"),
      ("fd :size", "1:4: :size has no value yet: give it one with make \"size"),
      ("to f\nfd 1", "1:1: the procedure f has no end"), ("fd \"red", "1:1: forward needs a number, not red"),
      ("10", "1:1: 10 stands alone: an instruction begins with a word, such as forward"),
      ("sqrt 4", "1:1: sqrt only outputs something: say what to do with it, such as forward sqrt"),
      ("fd sqrt -4", "1:4: the root of -4 is undefined"),
      ("to repeat\nend", "1:4: repeat is a word of Logo: choose another name for the procedure"),
      ("to forward\nfd 1\nend", "1:4: forward is a word of Logo: choose another name for the procedure"),
      ("to f\nend\nto f\nend", "3:4: there are two procedures f"),
      ("fd fd 3", "1:4: fd outputs nothing, but a value is needed here"),
      ("to f\noutput 3\nend\nf", "2:1: f outputs 3, but nothing uses it: say what to do with it (in f)"),
      ("to f\nend\nfd f", "2:1: f outputs nothing, but a value is needed (in f)"),
      ("to f\nfd 1 f rt 1\nend\nf", "2:6: f is nested more than 10000 calls deep: give it an if with a stop (in f)"),
      ("repeat -1 [fd 1]", "1:1: repeat needs a number from 0, not -1"),
      ("if 5 [fd 1]", "1:1: a condition is true or false, not 5"),
      ("fd é", "1:4: unknown word é: define it with to é … end"),
      (
        "setpc [1 2]",
        "1:1: setpencolor needs a number from 0 to 15, a name such as \"red, or a list such as [100 50 0], not [1 2]"
      ),
      ("fd 1e300", "1:1: the turtle would go more than a billion points away"),
      ("end", "1:1: this end has no to before it"),
      ("output 3", "1:1: output is allowed only in a procedure"),
      ("fd (3", "1:6: the ( has no ) after its value: found the end of the program"),
      ("for [i 1] [fd 1]", "1:9: a value is missing: found ]"),
      ("make size 3", "1:6: make needs a name such as \"size, but found size"),
      ("fd 3 !", "1:6: ! means nothing in Logo"), ("fd 1.2.3", "1:4: 1.2.3 is not a number"),
    ])
  func faults(text: String, message: String) {
    let error = #expect(throws: LogoError.self) { try run(text) }
    #expect(error?.description == message)
  }

  @Test("Procedures have no more variables at once than memory is given to")
  func variables() throws {
    let error = #expect(throws: LogoError.self) { try run("to f repeat 1000000 [localmake \"x 1] end f") }
    #expect(error?.reason.contains("variables") == true, "\(String(describing: error))")
  }

  @Test(
    "What does not end is ended",
    arguments: [
      ("forever [rt 1]", "steps"), ("while [true] []", "steps"), ("to f rt 1 f end f", "steps"),
      ("forever [fd 1 bk 1]", "lines"), ("forever [fd 1]", "lines"), ("to f fd 1 f end f", "lines"),
      ("repeat 1000000000 [arc 360000 5]", "lines"),
      ("to f output 1 + f end fd f", "deep"),
      ("repeat 18446744073709551616 []", "steps"),
      ("repeat 18446744073709551616 [setpc [10 20 30] fd 1 setpc [1 2 3] fd 1]", "lines"),
      ("for [i 0 1e300] [setpensize 1 + remainder :i 2 fd 1]", "lines"), ("for [i 1e300 0 -1e-300] []", "steps"),
    ])
  func limits(text: String, word: String) throws {
    let error = #expect(throws: LogoError.self) { try LogoProgram(text).run() }
    #expect(error?.reason.contains(word) == true, "\(String(describing: error))")
  }

  @Test(
    "Brackets may be deep, but not without end",
    arguments: ["[", "(", "repeat 1 [", "- ", "sqrt ", "f ", "ifelse true ["])
  func deep(piece: String) throws {
    let text = "to f :x output :x end fd " + String(repeating: piece, count: 100_000)
    #expect(throws: LogoError.self) { try run(text) }
  }

  /// Programs that people write, for the mutations.
  static let programs = [
    "to tree :n :l\n if :n = 0 [stop]\n fd :l lt 25 tree :n - 1 :l * 0.7 rt 50 tree :n - 1 :l * 0.7 lt 25 bk :l\nend\ntree 6 80",
    "repeat 36 [setpc repcount repeat 4 [fd 100 rt 90] rt 10]",
    "to koch :n :l ifelse :n = 0 [fd :l] [koch :n - 1 :l / 3 lt 60 koch :n - 1 :l / 3 rt 120 koch :n - 1 :l / 3 lt 60 koch :n - 1 :l / 3] end\nrepeat 3 [koch 3 200 rt 120]",
    "make \"x 1 ; a spiral\nwhile [:x < 200] [fd :x rt 89 make \"x :x + 2]\npu home pd setpensize 3 setpc [0 60 100] arc 360 40",
    "for [i 0 360 4] [pu home pd setheading :i fd 50 + 40 * sin (5 * :i) (print :i \"done)]",
    "to poly :n output 360 / :n end repeat 7 [fd 50 rt poly 7] if and 1 < 2 not false [setxy -30 (sum 1 2 3)] fd random 20 rt pick [10 20]",
  ]

  @Test("Programs with anything in them wrong are run or refused in one line, and always end")
  func mutations() throws {
    var random = Seeded()
    var limits = LogoProgram.Limits()
    (limits.steps, limits.lines, limits.depth) = (20_000, 5000, 500)
    var refused = 0
    for _ in 0..<300 {
      var bytes = Array((Self.programs.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, index + Int.random(in: 1...12, using: &random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes.removeSubrange(index..<end)
        case 1: bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &random))
        case 2: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 3: bytes.insert(Array("[]()-\":;e9~\u{0}".utf8).randomElement(using: &random) ?? 0, at: index)
        default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &random))
        }
        if bytes.isEmpty { bytes = [32] }
      }
      do {
        let picture = try LogoProgram(String(decoding: bytes, as: UTF8.self)).run(limits: limits)
        #expect(
          picture.strokes.allSatisfy { $0.points.count > 1 && $0.points.allSatisfy { $0.x.isFinite && $0.y.isFinite } })
      } catch {
        refused += 1
        #expect(!error.description.contains("\n") && error.description.count < 400, "\(random)")
        #expect(error.line >= 1 && error.column >= 1)
      }
    }
    #expect((100...299).contains(refused), "\(random)")
  }

  @Test("The programs themselves draw")
  func programsDraw() throws {
    for program in Self.programs { #expect(try !run(program).strokes.isEmpty) }
  }
}
