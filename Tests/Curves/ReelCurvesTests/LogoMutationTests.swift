import ReelTestSupport
import Testing

@testable import ReelCurves

@Suite("Damaged Logo programs") struct LogoMutationTests {
  private static let programs = [
    "to tree :n\nif :n < 4 [stop]\nfd :n lt 25 tree :n * 0.7 rt 50 tree :n * 0.7 lt 25 bk :n\nend\nsetpencolor \"green\ntree 60",
    "make \"side 10\nrepeat 36 [fd :side rt 91 make \"side :side + 3]\npenup setxy 30 -40 pendown setpensize 3",
    "for [i 1 40 2] [setpencolor pick [red green blue] fd :i rt 90 ; a comment\n]",
    "to poly :sides :length\nrepeat :sides [fd :length rt 360 / :sides]\nend\nrepeat 8 [poly 5 40 rt 45]\narc 360 50",
    "to fact :n\nif :n < 2 [output 1]\noutput :n * fact :n - 1\nend\nfd fact 5 while [xcor < 100] [setx xcor + sin heading + 9]",
  ]
  private static let words = [
    "[", "]", "(", ")", "\"", ":", ";", "end", "to ", "repeat 9 ", "1e999", "-", "/ 0", "output ", "\u{0}", "\u{200B}",
    "é", "\n",
    "repeat 1000000000 [fd 1]", "to f f end f ", "random 0 ", ":n", "999999999999999999999",
  ]

  @Test("300 mutations are walked or refused in a line that names its line and column, and none runs without end")
  func mutations() throws {
    var random = Seeded()
    var refusedCount = 0
    var limits = LogoProgram.Limits()
    (limits.steps, limits.lines) = (100_000, 20_000)
    for number in 0..<300 {
      var bytes = Array((Self.programs.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2, 3: bytes.insert(contentsOf: Array((Self.words.randomElement(using: &random) ?? "").utf8), at: index)
        default: bytes.removeSubrange(index..<min(bytes.count, index + 12))
        }
        if bytes.isEmpty { bytes = [32] }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      do {
        let picture = try LogoProgram(text).run(seed: 1, limits: limits)
        #expect(picture.strokes.reduce(0) { $0 + $1.points.count } <= 2 * limits.lines + 2, "\(number), \(random)")
      } catch {
        refusedCount += 1
        let message = "\(error)"
        #expect(message.utf8.count < 1300 && message.contains(/^\d+:\d+: ./), "\(message), \(random)")
        #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .format || $0.value < 32 })
      }
    }
    #expect((60...299).contains(refusedCount), "\(refusedCount), \(random)")
  }

  @Test("A letter that nobody sees is named in the error")
  func invisible() {
    #expect {
      _ = try LogoProgram("f\u{200B}d 100").run(seed: 0)
    } throws: { "\($0)".contains("fU+200Bd") }
  }
}
