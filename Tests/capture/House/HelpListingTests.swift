import Foundation
import ReelTestSupport
import Testing

@testable import capture

/// `capture help --json`, by which programs learn what the commands take.
@Suite("The help for programs") struct HelpListingTests {
  /// The commands of a listing, by their names.
  private static func commands(_ words: String...) async throws -> [String: [String: Any]] {
    let workspace = try Workspace()
    let result = try await CaptureProcess.run(words, in: workspace.folder)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let listing = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let commands = try #require(listing["commands"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: commands.compactMap { entry in (entry["name"] as? String).map { ($0, entry) } })
  }

  private static func arguments(of command: [String: Any]) -> [[String: Any]] {
    command["arguments"] as? [[String: Any]] ?? []
  }

  @Test("Every command is listed with the options of its help, and with its exit codes")
  func complete() async throws {
    let commands = try await Self.commands("help", "--json")
    #expect(Set(commands.keys) == Set(CommandNames.all).subtracting(["help"]))
    let page = try String(contentsOf: Repository.root.appending(path: "docs/exit-codes.md"), encoding: .utf8)
    let known = Set(
      page.matches(of: /^\| ([0-9, ]+) \|/.anchorsMatchLineEndings()).flatMap {
        $0.1.split(separator: ", ").compactMap { Int($0) }
      })
    // Lines of the text may begin with an option, too.
    func options(_ name: String) -> Set<String> {
      Set(CommandNames.options(of: name).filter { $0.wholeMatch(of: /--[a-z0-9-]+/) != nil })
    }
    for (name, command) in commands {
      let names = Self.arguments(of: command).flatMap { $0["names"] as? [String] ?? [] }
      #expect(Set(names.filter { $0.hasPrefix("--") }) == options(name), "\(name)")
      #expect(Self.arguments(of: command).allSatisfy { ($0["help"] as? String)?.isEmpty == false }, "\(name)")
      let codes = (command["exitCodes"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? Int }
      #expect(codes.contains(0) && codes.contains(64) && known.isSuperset(of: codes), "\(name): \(codes)")
      #expect(codes == Array(Set(codes)).sorted(), "\(name): \(codes)")
    }
  }

  @Test("One command can be listed alone, and an unknown one is refused")
  func one() async throws {
    for words in [["help", "verify", "--json"], ["help", "--json", "verify"]] {
      let workspace = try Workspace()
      let result = try await CaptureProcess.run(words, in: workspace.folder)
      #expect(String(decoding: result.output, as: UTF8.self).contains(#""name":"verify""#))
    }
    let workspace = try Workspace()
    let refused = try await workspace.capture("help", "--json", "verfy")
    #expect(refused.status == 64 && refused.error.contains("did you mean verify?"), "\(refused.error)")
  }

  @Test("Defaults, values and exit codes are those of the help")
  func facts() async throws {
    let commands = try await Self.commands("help", "--json")
    let film = try #require(commands["snowflake"])
    #expect(film["isDefault"] as? Bool == true)
    func option(_ name: String) -> [String: Any]? {
      Self.arguments(of: film).first { ($0["names"] as? [String])?.contains(name) == true }
    }
    #expect(option("--fps")?["default"] as? String == "10")
    #expect(option("--style")?["values"] as? [String] == ["grow", "step", "draw"])
    #expect(option("--style")?["default"] as? String == "grow")
    #expect(option("-o")?["isRepeatable"] as? Bool == true)
    let codes = try #require(commands["verify"]?["exitCodes"] as? [[String: Any]])
    #expect(codes.first { $0["code"] as? Int == 1 }?["meaning"] as? String == "differences")
    #expect(commands["desktop"]?["exitNote"] as? String != nil)
  }

  @Test("A value beyond the range of an option is refused")
  func ranges() async throws {
    var tried: Set<String> = []
    for (name, command) in try await Self.commands("help", "--json").sorted(by: { $0.key < $1.key }) {
      for argument in Self.arguments(of: command) {
        guard let range = argument["range"] as? [String: Any], let option = (argument["names"] as? [String])?.first,
          tried.insert(option).inserted
        else { continue }
        let ends = [(range["minimum"] as? Double).map { $0 - 1 }, (range["maximum"] as? Double).map { $0 + 1 }]
        for value in ends.compactMap({ $0.map { Int($0) } }) {
          let workspace = try Workspace()
          let needsInput = Self.arguments(of: command).contains {
            $0["kind"] as? String == "positional" && $0["isRequired"] as? Bool == true
          }
          let program =
            switch name {
            case "desktop": ["--", "true"]
            case "fixture": ["-o", "clip.mp4"]
            case "convert": ["clip.mp4", "-o", "a.mp4"]
            default: needsInput ? ["clip.mp4"] : []
            }
          if name == "convert" {
            let film = try await workspace.capture("--frames", "2", "--size", "64x64", "-q", "-o", "clip.mp4")
            try #require(film.status == 0, "\(film.error)")
          }
          let result = try await CaptureProcess.run([name, "\(option)=\(value)"] + program, in: workspace.folder)
          #expect(result.status == 64, "\(name) \(option)=\(value): \(result.error)")
          #expect(result.error.contains("\(value)") && !result.error.contains("needs"), "\(result.error)")
        }
      }
    }
    #expect(tried.isSuperset(of: ["--crf", "--jobs", "--quality", "--colors", "--growth"]), "\(tried)")
  }
}
