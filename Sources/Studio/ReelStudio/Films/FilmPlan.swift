/// A film for a worker to make.
struct FilmPlan: Sendable {
  /// The order.
  var work: FilmWork
  /// The session or storyboard to film.
  var content: [UInt8]
  /// The facts about the film, known after it has been checked.
  var facts = FilmFacts()

  init(_ work: FilmWork, _ content: [UInt8] = []) {
    self.work = work
    self.content = content
  }

  /// Checks the film, so that an impossible one is refused before it is queued.
  func checked(by desk: WorkDesk) async throws -> FilmPlan {
    var plan = self
    if case .film(let facts) = try await desk.ask(.checkFilm(work), content).answer { plan.facts = facts }
    return plan
  }
}
