import ReelFormats
import Foundation
import Testing

@testable import ReelStudio

@Suite struct ClassroomTests {
  /// Draws a session for a pupil, and returns its id.
  private func draw(_ studio: TestStudio, pupil: String) async throws -> String {
    let id = try await studio.begin("T")
    let path = "/api/sessions/\(PercentEncoding.encode(id))"
    #expect(try await studio.client.request("PATCH", path, json: ["pupil": pupil]).status == 200)
    let socket = try await studio.draw(id)
    try await socket.send(SocketTests.events(SocketTests.stroke(360), first: 1))
    _ = try await socket.receive("synced")
    socket.close()
    return id
  }

  private func end(of film: TestAnswer, _ studio: TestStudio) async throws -> [String: Any] {
    let id = try #require(film.object["id"] as? String, "\(film.text)")
    while true {
      let film = try await studio.client.request("GET", "/api/films/\(id)").object
      guard ["waiting", "recording"].contains(film["state"] as? String) else { return film }
    }
  }

  @Test("An archive has a film of each readable session and a table of all, with portable names")
  func archive() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      let ids = [try await draw(studio, pupil: "..\\Ada/: 1"), try await draw(studio, pupil: "=2+3")]
      try "no session".write(toFile: studio.folder.path + "/broken.jsonl", atomically: true, encoding: .utf8)
      let order: [String: Any] = [
        "sessions": ids + ["broken", "none"], "ending": "gif", "film": ["size": "32x32", "seconds": 2],
        "name": "our class",
      ]
      let queued = try await studio.client.request("POST", "/api/films", json: order)
      #expect(queued.status == 202 && description.faults("POST /api/films", queued) == [])
      let film = try await end(of: queued, studio)
      #expect(film["state"] as? String == "finished", "\(film)")
      #expect(film["name"] as? String == "our-class.zip" && film["frames"] as? Int == 4)
      #expect((film["message"] as? String)?.hasPrefix("2 sessions were not filmed") == true)

      let file = try await studio.client.request("GET", "/api/films/\(film["id"] ?? "")/file?download=1")
      #expect(file.fields["content-type"] == "application/zip" && file.body.count == film["bytes"] as? Int)
      let archive = try ZipArchive(file.body)
      #expect(archive.entries.map(\.name) == ["Ada-1-\(ids[0]).gif", "2-3-\(ids[1]).gif", "scores.csv"])
      for entry in archive.entries.dropLast() {
        let bytes = try archive.unpack(entry, limit: 1 << 24)
        #expect(bytes.starts(with: Array("GIF89a".utf8)))
      }
      let table = String(decoding: try archive.unpack(archive.entries[2], limit: 1 << 20), as: UTF8.self)
      let rows = table.split(separator: "\r\n")
      #expect(rows.count == 5 && table.hasPrefix("\u{FEFF}name,pupil,"))
      #expect(rows[2].hasPrefix("T,'=2+3,") && rows[2].contains(",2-3-\(ids[1]).gif,"))
      #expect(rows[3].contains("broken"))
      // Nothing but the archive is left.
      let left = try FileManager.default.contentsOfDirectory(atPath: studio.folder.path + "/Films")
      #expect(left == ["our-class.zip"])
    }
  }

  @Test("A cancelled archive leaves nothing, and an impossible one is refused before it is queued")
  func cancelled() async throws {
    try await TestStudio.run { studio in
      let id = try await draw(studio, pupil: "Ada")
      for sessions in [[], ["none"], [id, id], (0...FilmBundle.mostSessions).map { "\($0)" }] {
        let answer = try await studio.client.request("POST", "/api/films", json: ["sessions": sessions])
        #expect([400, 404].contains(answer.status), "\(sessions.count): \(answer.text)")
      }
      let order: [String: Any] = ["sessions": [id], "film": ["size": "1280x720", "fps": "60", "seconds": 3600]]
      let queued = try await studio.client.request("POST", "/api/films", json: order)
      let film = "/api/films/\(queued.object["id"] ?? "")"
      while try await studio.client.request("GET", film).object["secondsLeft"] as? Double == nil {}
      #expect(try await studio.client.request("DELETE", film).status == 204)
      #expect(try await end(of: queued, studio)["state"] as? String == "cancelled")
      #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.path + "/Films") == [])
    }
  }

  @Test(
    "Everything by a pupil is deleted (sessions, even open ones and those in the trash, films and archives), and nothing else"
  )
  func deletion() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      let (kept, trashed, open) = (
        try await draw(studio, pupil: "Bo"), try await draw(studio, pupil: "Ada"), try await draw(studio, pupil: "Ada")
      )
      let settings: [String: Any] = ["film": ["size": "32x32", "seconds": 2], "ending": "gif"]
      for order: [String: Any] in [
        ["session": kept], ["session": open], ["sessions": [kept, open], "name": "both"],
        ["session": trashed, "name": "by another name"],
      ] {
        let film = try await studio.client.request("POST", "/api/films", json: order.merging(settings) { $1 })
        #expect(try await end(of: film, studio)["state"] as? String == "finished")
      }
      // A film of an earlier run, and one that only looks like it.
      for name in ["Ada-\(open)_2.mp4", "\(open)-copy.mp4", "\(kept)_2.mp4"] {
        try "film".write(toFile: "\(studio.folder.path)/Films/\(name)", atomically: true, encoding: .utf8)
      }
      #expect(try await studio.client.request("DELETE", "/api/sessions/\(trashed)").status == 204)
      let socket = try await studio.draw(open)
      _ = try await socket.receive("welcome")

      #expect(try await studio.client.request("DELETE", "/api/pupils").status == 400)
      let answer = try await studio.client.request("DELETE", "/api/pupils?name=Ada")
      #expect(description.faults("DELETE /api/pupils", answer) == [])
      #expect(answer.object["sessions"] as? Int == 2 && answer.object["films"] as? Int == 4, "\(answer.text)")
      #expect(try await socket.closing() == 4004)
      let left = FileManager.default.enumerator(atPath: studio.folder.path)?.compactMap { $0 as? String } ?? []
      #expect(
        Set(left) == [
          "\(kept).jsonl", "Trash", "Films", "Films/Bo-\(kept).gif", "Films/\(kept)_2.mp4", "Films/\(open)-copy.mp4",
        ], "\(left)")
    }
  }

  @Test("A table can be written for a language with a decimal comma")
  func languages() async throws {
    let names = (1...11).map { "Spalte \($0)" }
    let query = "decimal=,&complete=ja%7Cnein&columns=" + PercentEncoding.encode(names.joined(separator: "|"))
    try await TestStudio.run { studio in
      _ = try await draw(studio, pupil: "Zoë; 1b")
      let table = try await studio.client.request("GET", "/api/scores?" + query)
      let rows = table.text.split(separator: "\r\n")
      #expect(rows.first.map { $0.hasSuffix(names.joined(separator: ";")) } == true, "\(table.text)")
      #expect(rows.last?.hasPrefix("T;\"Zoë; 1b\";") == true && rows.last?.contains(";nein;") == true, "\(table.text)")
      #expect(rows.last?.contains(/;0,\d+;/) == true, "\(table.text)")
      for wrong in ["decimal=x", "columns=a%7Cb", "complete=ja"] {
        #expect(try await studio.client.request("GET", "/api/scores?" + wrong).status == 400)
      }
    }
  }

  @Test("The trash lists what was thrown away, and deletes it permanently")
  func trash() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      let id = try await draw(studio, pupil: "Ada")
      #expect(try await studio.client.request("DELETE", "/api/trash/\(id)").status == 404)
      #expect(try await studio.client.request("DELETE", "/api/sessions/\(id)").status == 204)
      let trash = try await studio.client.request("GET", "/api/trash")
      #expect(description.faults("GET /api/trash", trash) == [])
      #expect((trash.object["sessions"] as? [[String: Any]])?.map { $0["id"] as? String } == [id])
      #expect(try await studio.client.request("DELETE", "/api/trash/..%2F\(id)").status >= 400)
      #expect(try await studio.client.request("DELETE", "/api/trash/\(id)").status == 204)
      #expect(try FileManager.default.contentsOfDirectory(atPath: studio.folder.path + "/Trash") == [])
    }
  }

  @Test("A sheet that is started over names the first one")
  func attempts() async throws {
    try await TestStudio.run { studio in
      var ids = [try await draw(studio, pupil: "Ada")]
      for _ in 0..<2 {
        let again = try await studio.client.request("POST", "/api/sessions", json: ["like": ids[ids.count - 1]])
        let entry = try #require(again.object["entry"] as? [String: Any], "\(again.text)")
        #expect(entry["attemptOf"] as? String == ids[0] && entry["pupil"] as? String == "Ada")
        ids.append(try #require(entry["id"] as? String))
      }
    }
  }

  @Test("Words are checked, and printed on paper")
  func words() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      let text = PercentEncoding.encode("für 漢 字 漢")
      let letters = try await studio.client.request("GET", "/api/letters?text=" + text)
      #expect(description.faults("GET /api/letters", letters) == [])
      #expect(letters.object["missing"] as? [String] == ["漢", "字"])
      let sheet = try await studio.client.request(
        "GET", "/api/worksheet?paper=letter&words=" + PercentEncoding.encode("Oma, Igel,für"))
      #expect(description.faults("GET /api/worksheet", sheet) == [] && sheet.body.starts(with: Array("%PDF-1.".utf8)))
      for wrong in [
        "words=", "words=" + PercentEncoding.encode("漢"), "words=a&paper=a3", "words=" + PercentEncoding.encode(" , "),
      ] {
        #expect(try await studio.client.request("GET", "/api/worksheet?" + wrong).status == 400, "\(wrong)")
      }
    }
  }

  @Test("Teachers write alphabets into files, whose invalid lines are named")
  func alphabets() async throws {
    try await TestStudio.run { studio in
      let folder = studio.folder.path + "/Alphabets"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try "l 12 M0 0V62C0 68 4 70 8 70".write(toFile: folder + "/mine.txt", atomically: true, encoding: .utf8)
      try "l 12 M0 0\nx".write(toFile: folder + "/wrong.txt", atomically: true, encoding: .utf8)
      try FileManager.default.createDirectory(atPath: folder + "/kanji", withIntermediateDirectories: false)
      try """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 109 109"><g kvg:element="一"><path d="M12,50c30,4 60,2 85,-4"/></g></svg>
      """.write(toFile: folder + "/kanji/04e00.svg", atomically: true, encoding: .utf8)
      let about = try await studio.client.request("GET", "/api/studio")
      #expect(about.object["alphabets"] as? [String] == ["print", "school", "joined", "kanji", "mine", "wrong"])
      let kanji = try await studio.client.request("GET", "/api/letters?text=%E4%B8%80%E6%97%A5&alphabet=kanji")
      #expect(kanji.object["missing"] as? [String] == ["日"])
      var paths: Set<String> = []
      for name in ["print", "school", "joined", "mine"] {
        let order = ["text": "l", "alphabet": name]
        let task = try await studio.client.request("POST", "/api/sessions", json: order).object["task"]
        let fields = try #require(task as? [String: Any], "\(name)")
        paths.insert(try #require(fields["expected"] as? [String]).joined())
        #expect((fields["letters"] as? [Any])?.count == 1, "\(name)")
      }
      #expect(paths.count == 4)
      for name in ["wrong", "none", "../mine"] {
        let order = ["text": "l", "alphabet": name]
        let answer = try await studio.client.request("POST", "/api/sessions", json: order)
        #expect(answer.status == 400 && answer.object["field"] as? String == "alphabet", "\(name): \(answer.text)")
        if name == "wrong" { #expect(answer.text.contains("line 2")) }
      }
    }
  }

  @Test("A long word gets a canvas on which a finger can follow each letter")
  func letterByLetter() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      let order: [String: Any] = ["text": "Schmetterling", "canvas": [720, 960], "minCorridor": 46]
      let answer = try await studio.client.request("POST", "/api/sessions", json: order)
      #expect(description.faults("POST /api/sessions", answer) == [])
      let task = try #require(answer.object["task"] as? [String: Any])
      #expect(try #require(task["maxDistance"] as? Double) >= 23)
      let letters = try #require(task["letters"] as? [[String: Any]])
      #expect(letters.compactMap { $0["text"] as? String }.joined() == "Schmetterling")
    }
  }

  @Test(
    "No cell of the table is a formula",
    arguments: [
      ("=1+1", "'=1+1"), ("+49", "'+49"), ("-3", "'-3"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
      (" =1", "' =1"), ("\r=1", "'\r=1"), ("\u{FF1D}1", "'\u{FF1D}1"), ("Ada", "Ada"), ("1=1", "1=1"), ("", ""),
    ])
  func formulas(text: String, cell: String) { #expect(ScoreTable.text(text) == cell) }

  @Test("The table has the scores of the sessions that a search finds")
  func scores() async throws {
    let description = try OpenAPI()
    try await TestStudio.run { studio in
      _ = try await draw(studio, pupil: "Ada \"the; first\", really")
      _ = try await draw(studio, pupil: "Bo")
      let all = try await studio.client.request("GET", "/api/scores")
      #expect(description.faults("GET /api/scores", all) == [])
      #expect(all.text.split(separator: "\r\n").count == 3)
      let found = try await studio.client.request("GET", "/api/scores?search=ada")
      let rows = found.text.split(separator: "\r\n")
      #expect(rows.count == 2 && rows[1].hasPrefix("T,\"Ada \"\"the; first\"\", really\",20"), "\(found.text)")
      #expect(found.fields["content-disposition"]?.contains("scores.csv") == true)
    }
  }
}
