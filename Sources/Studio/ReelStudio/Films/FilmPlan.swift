/// A film as a worker makes it.
struct FilmPlan: Sendable {
  /// What is ordered.
  var work: FilmWork
  /// The session or the storyboard that it is of.
  var content: [UInt8]
  /// What it will be; it is known once it was checked.
  var facts = FilmFacts()

  init(_ work: FilmWork, _ content: [UInt8] = []) {
    self.work = work
    self.content = content
  }

  /// The film, checked: what can't be is refused before it waits for its turn.
  func checked(by desk: WorkDesk) async throws -> FilmPlan {
    var plan = self
    if case .film(let facts) = try await desk.ask(.checkFilm(work), content).answer { plan.facts = facts }
    return plan
  }
}
