import ReelInk
import ReelCurves
import ReelDescriptions
import ReelGeometry
import ReelScenes
import ReelTracing
import ReelVideo

/// The handlers of the API's routes, which `openapi.yaml` describes; a test keeps both in step.
struct StudioRoutes: Sendable {
  let folder: SessionFolder
  let films: FilmQueue
  let story: StoryDesk
  let live: LiveDesk
  let desk: WorkDesk
  let thumbnails: PictureDesk
  /// The view that the page opens with.
  let view: String?
  /// The address for links to other devices, with the token; nil if only this machine may connect.
  let link: String?

  /// All routes.
  var routes: [Route] {
    general + sessions + sessionFiles + classroom + filmRoutes + storyRoutes + cueRoutes + liveRoutes
  }

  private var general: [Route] {
    [
      Route("GET", "/api/studio") { _, _ in .json(about) },
      Route("GET", "/api/curves") { _, _ in .json(["curves": CurveFacts.all]) },
      Route("GET", "/api/picture") { request, _ in
        // These pictures are not kept: a slider has thousands, and few are requested twice.
        Response(type: "image/png", try await desk.ask(.picture(request.query)).content)
      },
    ]
  }

  // MARK: - Sessions

  private var sessions: [Route] {
    [
      Route("GET", "/api/sessions") { request, _ in
        let seen = request.head.fields["if-none-match"]
        let (tag, json) = try await folder.list(search: request.query["search"] ?? "", seen: seen)
        return (json.map { Response(type: "application/json", $0) } ?? Response(status: 304)).with("ETag", tag)
      },
      Route("POST", "/api/sessions", .json) { request, _ in
        let order = try JSON.decode(SessionOrder.self, request.body)
        var other: TraceSession?
        if let like = order.like { other = try await folder.session(like) }
        let session = try order.session(like: other, in: folder.alphabets.alphabet(order.alphabet))
        let entry = try await folder.add(session, date: SessionName.date())
        return try await self.session(entry.id, status: 201)
      },
      Route("POST", "/api/import", .file) { request, _ in
        guard let purpose = InkImporter.Purpose(rawValue: request.query["as"] ?? "ink") else {
          throw Problem(400, "a file can be imported as ink or as task", field: "as")
        }
        let name = (request.query["name"] ?? "ink").onOneLine(limit: 200)
        let text = try await desk.ask(.ink(name: name, purpose: purpose), request.body).content
        return try await self.session(folder.add(TraceSession(text), date: SessionName.date()).id, status: 201)
      },
      Route("GET", "/api/sessions/{id}") { _, values in try await session(values[0]) },
      Route("PATCH", "/api/sessions/{id}", .json) { request, values in
        let names = try JSON.decode(SessionNames.self, request.body)
        return .json(try await folder.change(values[0], try names.line))
      },
      Route("DELETE", "/api/sessions/{id}") { _, values in
        try await folder.trash(values[0])
        return Response(status: 204)
      },
      Route("POST", "/api/sessions/{id}/restore") { _, values in .json(try await folder.restore(values[0])) },
      Route("GET", "/api/trash") { _, _ in .json(["sessions": try await folder.trashedEntries()]) },
      Route("DELETE", "/api/trash/{id}") { _, values in
        try await folder.deleteTrashed(values[0])
        return Response(status: 204)
      },
    ]
  }

  private var sessionFiles: [Route] {
    [
      Route("GET", "/api/sessions/{id}/file") { _, values in
        let text = try await folder.session(values[0]).exported.text(file: values[0])
        return Response(type: "application/x-ndjson", text).attached(values[0] + ".jsonl")
      },
      Route("GET", "/api/sessions/{id}/demonstration") { _, values in
        let header = try await folder.session(values[0]).header
        return Response(type: "application/json", Array(header.demonstration.utf8))
      },
      Route("GET", "/api/sessions/{id}/picture") { request, values in
        let (id, theme) = (values[0], request.query["theme"])
        let width = try request.query["width"].map { try OptionText.whole("width", $0, 16...1920) } ?? 320
        let time = try await folder.time(id)
        let session = try await folder.session(id).text(file: id)
        let png = try await thumbnails.png(
          "\(id)/\(time)/\(width)/\(theme ?? "")", of: session, width: width, theme: theme)
        return Response(type: "image/png", png)
      },
      Route("GET", "/api/sessions/{id}/socket") { _, values in
        _ = try await folder.time(values[0])
        return Response(socket: DrawingSocket(id: values[0], folder: folder))
      },
    ]
  }

  private func session(_ id: String, status: Int = 200) async throws -> Response {
    let entry = try await folder.entry(id)
    let session = try await folder.session(id)
    let json = """
      {"entry":\(String(decoding: JSON.encode(entry), as: UTF8.self)),"task":\(session.header.json(folder.alphabets)),\
      "drawing":\(try Drawing(session).json)}
      """
    return Response(status, type: "application/json", Array(json.utf8))
  }

  private var classroom: [Route] {
    [
      Route("GET", "/api/scores") { request, _ in
        var table = ScoreTable(try ScoreTable.Style(request.query))
        let entries = try await folder.entries(search: request.query["search"] ?? "")
        for entry in entries where entry.events > 0 { table.add(entry) }
        return Response(type: "text/csv; charset=utf-8", table.bytes).attached(FilmBundle.tableName)
      },
      Route("GET", "/api/letters") { request, _ in
        let alphabet = try folder.alphabets.alphabet(request.query["alphabet"])
        let missing = alphabet.missing(in: String((request.query["text"] ?? "").prefix(Alphabet.textLimit)))
        return .json(["missing": missing.map(String.init)])
      },
      Route("GET", "/api/worksheet") { request, _ in
        let words = (request.query["words"] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let paper = Worksheet.Paper(rawValue: request.query["paper"] ?? "a4") else {
          throw Problem(400, "a worksheet is printed on a4 or letter", field: "paper")
        }
        let alphabet = try folder.alphabets.alphabet(request.query["alphabet"])
        let sheet = try Worksheet(words.filter { !$0.isEmpty }, in: alphabet, paper: paper)
        return Response(type: "application/pdf", try sheet.pdf)
      },
      Route("DELETE", "/api/pupils") { request, _ in
        guard let name = request.query["name"], !name.isEmpty else {
          throw Problem(400, "missing parameter: name", field: "name")
        }
        let sessions = try await folder.delete(pupil: name)
        let count = try await films.delete(of: sessions, by: name, keeping: folder.names())
        return .json(["sessions": sessions.count, "films": count])
      },
    ]
  }

  // MARK: - Films

  private var filmRoutes: [Route] {
    [
      Route("GET", "/api/films") { _, _ in .json(["films": await films.films]) },
      Route("POST", "/api/films", .json) { request, _ in
        .json(try await film(FilmSubject(json: request.body), request.text), status: 202)
      },
      Route("GET", "/api/films/{id}") { _, values in .json(try await films.film(values[0])) },
      Route("DELETE", "/api/films/{id}") { _, values in
        try await films.remove(values[0])
        return Response(status: 204)
      },
      Route("GET", "/api/films/{id}/file") { request, values in
        let (path, film) = try await films.path(values[0])
        let response = Response.file(path, type: film.type, range: request.head.fields["range"])
        return request.query["download"] == nil ? response : response.attached(film.name)
      },
    ]
  }

  private func film(_ subject: FilmSubject, _ order: String) async throws -> Film {
    let ending = subject.fileEnding
    if let ids = subject.sessions {
      return try await films.add(bundle(ids, ending, order), name: subject.fileName(or: "class"))
    }
    if let id = subject.session {
      let text = try await folder.session(id).text(file: id)
      let plan = try await FilmPlan(FilmWork(order: order, source: .session), text).checked(by: desk)
      let pupil = try await folder.entry(id).pupil
      let name = subject.fileName(or: FilmBundle.stem(id, of: pupil))
      return try await films.add(plan, name: name, ending: ending, session: id)
    }
    if subject.story {
      let (page, text, _) = try await story.work()
      let plan = try await FilmPlan(FilmWork(order: order, source: .story(page)), text).checked(by: desk)
      let name = subject.fileName(or: story.file.map(Self.stem) ?? "story")
      return try await films.add(plan, name: name, ending: ending, session: nil)
    }
    let plan = try await FilmPlan(FilmWork(order: order, source: .scenes)).checked(by: desk)
    let name = subject.fileName(or: plan.facts.kind)
    return try await films.add(plan, name: name, ending: ending, session: nil)
  }

  private func bundle(_ ids: [String], _ ending: String, _ order: String) async throws -> FilmBundle {
    let work = FilmWork(order: order, source: .session)
    // An impossible order is refused at once, not film by film.
    _ = try await FilmPlan(work, folder.session(ids[0]).text(file: ids[0])).checked(by: desk)
    var bundle = FilmBundle(sessions: ids, ending: ending, work: work) { id in
      (try await folder.entry(id), try await folder.session(id).text(file: id))
    }
    struct Order: Decodable { var table: ScoreTable.Style? }
    bundle.style = try JSON.decode(Order.self, Array(order.utf8)).table ?? ScoreTable.Style()
    try bundle.style.check()
    return bundle
  }

  /// The name of a file without its folder and its ending.
  private static func stem(_ path: String) -> String {
    String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
  }

  // MARK: - Storyboard

  private var storyRoutes: [Route] {
    [
      Route("GET", "/api/story") { request, _ in
        let seconds = try request.query["wait"].map { try OptionText.whole("wait", $0, 0...20) } ?? 0
        let seen = request.head.fields["if-none-match"]
        let state = await story.state(otherThan: seen, within: .seconds(seconds))
        let isKnown = state.tag == seen
        return (isKnown ? Response(status: 304) : .json(state)).with("ETag", state.tag)
      },
      Route("PUT", "/api/story", .json) { request, _ in
        .json(try await story.put(Array(JSON.decode(StoryText.self, request.body).text.utf8)))
      },
      Route("POST", "/api/story/save", .json) { request, _ in
        .json(try await story.save(Array(JSON.decode(StoryText.self, request.body).text.utf8)))
      },
      Route("GET", "/api/story/frames/{number}") { request, values in
        let number = try OptionText.whole("number", values[0], 0...86_400_000)
        let revision = try request.query["revision"].map { try OptionText.whole("revision", $0, 0...Int(Int32.max)) }
        let width = try request.query["width"].map { try OptionText.whole("width", $0, 16...3840) }
        return Response(type: "image/png", try await story.frame(number, revision: revision, width: width))
      },
      Route("GET", "/api/story/sound") { request, _ in
        let revision = try request.query["revision"].map { try OptionText.whole("revision", $0, 0...Int(Int32.max)) }
        return Response(type: "audio/wav", try await story.sound(revision: revision))
      },
    ]
  }

  private var cueRoutes: [Route] {
    [
      Route("GET", "/api/story/cues") { _, _ in .json(try await story.cues()) },
      Route("POST", "/api/story/cues", .json) { request, _ in
        let cue = try JSON.decode(NewCue.self, request.body)
        return .json(try await story.changeCues { try $0.add(cue.name, at: cue.seconds) }, status: 201)
      },
      Route("PATCH", "/api/story/cues", .json) { request, _ in
        let names = try JSON.decode(CueNames.self, request.body)
        return .json(try await story.changeCues { try $0.rename(names.name, to: names.newName) })
      },
      Route("DELETE", "/api/story/cues") { request, _ in
        .json(try await story.changeCues { try $0.remove(request.query["name"] ?? "") })
      },
    ]
  }

  private struct NewCue: Decodable {
    var name: String
    var seconds: Double
  }

  private struct CueNames: Decodable {
    var name: String
    var newName: String
  }

  private struct StoryText: Decodable { var text: String }

  // MARK: - Live

  private var liveRoutes: [Route] {
    [
      Route("GET", "/api/live") { _, _ in .json(await live.state()) },
      Route("POST", "/api/live", .json) { request, _ in
        .json(try await live.start(FilmSubject(json: request.body), request.text), status: 201)
      },
      Route("DELETE", "/api/live") { _, _ in .json(await live.stop()) },
      Route("GET", "/api/live/frame") { _, _ in Response(type: "image/png", try await live.frame()) },
    ]
  }

  // MARK: - The studio

  private struct About: Encodable {
    var version: String
    var folder: String
    var characters: String
    var alphabets: [String]
    var rules: [String]
    var themes: [String]
    var endings: [String]
    var curves: [String]
    var styles: [String]
    var story: String?
    var view: String?
    var link: String?
  }

  private var about: About {
    About(
      version: ReelVersion.current, folder: folder.path, characters: String(Alphabet.standard.characters),
      alphabets: folder.alphabets.names, rules: Tracer.Rule.allCases.map(\.rawValue),
      themes: TraceTheme.Name.allCases.map(\.rawValue),
      endings: FilmSubject.endings, curves: LSystem.Named.allCases.map(\.rawValue),
      styles: SnowflakeFilm.Style.allCases.map(\.rawValue), story: story.file, view: view, link: link)
  }
}

extension Response {
  /// The answer as a download with a file name.
  func attached(_ name: String) -> Response {
    with("Content-Disposition", "attachment; filename*=UTF-8''\(PercentEncoding.encode(name))")
  }
}
