/// Where workers come from, and what each request may take.
struct Workers: Sendable {
  var limits: WorkLimits
  /// Starts a worker.
  var start: @Sendable () throws -> StudioWorker

  /// Starts a worker.
  ///
  /// - Throws: `Problem` where there can be none.
  func process() throws(Problem) -> WorkProcess {
    do {
      return WorkProcess(try start())
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(503, "no program can be started that computes this: \(error): try again in a moment")
    }
  }
}
