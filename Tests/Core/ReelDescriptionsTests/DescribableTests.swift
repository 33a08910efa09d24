import Foundation
import ReelDescriptions
import ReelGeometry
import Testing

/// The example of the documentation, with one option of each sort.
private struct Countdown: Describable, Hashable {
  struct Look: Codable, Hashable {
    var ink: Int
    var paper: Int
    static let plain = Look(ink: 0, paper: 255)
  }

  static let kind = "countdown"
  static let options = [
    DescriptionOption<Self>(
      "from", "number", help: "The number that comes first.",
      read: { $0.first = try OptionText.whole("number", $1, 1...100) }, write: { "\($0.first)" }),
    DescriptionOption<Self>(switch: "silent", help: "Without a sound.", \.sounds, isOn: false),
    DescriptionOption<Self>(
      "name", "text", help: "What is counted.", read: { $0.name = $1 }, write: { $0.name }),
    DescriptionOption<Self>(
      "look", "look", help: "The colours.", choices: ["plain"],
      read: { countdown, text in
        guard text == "plain" else { throw InvalidValue("look", text, expected: "plain") }
        countdown.look = .plain
      },
      write: { $0.look == .plain ? "plain" : nil }, decode: { $0.look = $1 }, encode: { $0.look }),
  ]
  var first = 10
  var sounds = true
  var name: String?
  var look = Look.plain
}

@Suite("What options describe")
struct DescribableTests {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  private func read(_ json: String) throws -> Countdown {
    try JSONDecoder().decode(Countdown.self, from: Data(json.utf8))
  }

  private func error(_ json: String) -> String {
    do {
      return "\(try read(json))"
    } catch {
      return "\(error)"
    }
  }

  @Test("Everything that is set is written, numbers and switches as such, and read again")
  func roundTrip() throws {
    var countdown = Countdown()
    #expect(
      String(decoding: try Self.encoder.encode(countdown), as: UTF8.self) == #"{"from":10,"look":"plain"}"#)
    (countdown.first, countdown.sounds, countdown.name) = (7, false, "012")
    countdown.look.ink = 3
    let json = try Self.encoder.encode(countdown)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"from":7,"look":{"ink":3,"paper":255},"name":"012","silent":true}"#)
    #expect(try JSONDecoder().decode(Countdown.self, from: json) == countdown)
  }

  @Test("Missing options keep their defaults, and a text is as good as a number")
  func lenient() throws {
    #expect(try read("{}") == Countdown())
    #expect(try read(#"{"from": "7"}"#).first == 7)
    #expect(try read(#"{"silent": "true"}"#).sounds == false)
    #expect(try read(#"{"name": 12}"#).name == "12")
  }

  @Test("What cannot be is refused in one sentence")
  func refused() {
    #expect(error(#"{"form": 3}"#) == "countdown has no option form: did you mean from?")
    #expect(
      error(#"{"zzz": 3}"#) == "countdown has no option zzz: it has from, silent, name, look")
    #expect(error(#"{"from": 101}"#) == "from: number 101 is not valid: it must be from 1 to 100")
    #expect(error(#"{"from": [1]}"#) == "from must be a text or a number, not a list or a table")
    #expect(error("[1]") == "countdown must be a table of options")
    #expect(error(#"{"silent": 1}"#) == "silent 1 is not valid: it must be true or false")
    #expect(error(#"{"look": "dark"}"#) == "look dark is not valid: it must be plain")
  }

  @Test("An option is set and told by its name, as on the command line")
  func byName() throws {
    var countdown = Countdown()
    try countdown.set("from", "3")
    #expect(countdown.text(of: "from") == "3")
    #expect(countdown.text(of: "silent") == nil)
    #expect(throws: DescriptionError.self) { try countdown.set("fro", "3") }
  }

  @Test(
    "Numbers of bytes are read in thousands and in powers of two",
    arguments: [
      ("500000", 500_000), ("500kB", 500_000), ("10MB", 10_000_000), ("1.5 GB", 1_500_000_000), ("8MiB", 8_388_608),
      ("1KiB", 1024),
    ])
  func bytes(text: String, count: Int) throws {
    #expect(try OptionText.bytes("number of bytes", text) == count)
  }

  @Test("What is no number of bytes is refused", arguments: ["", "MB", "10 apples", "-1", "0", "1e99GB", "ten", "٣MB"])
  func badBytes(text: String) {
    #expect(throws: InvalidValue.self) { try OptionText.bytes("number of bytes", text) }
  }
}
