/// The source of workers, and the limits of each request.
struct Workers: Sendable {
  var limits: WorkLimits
  /// Starts a worker.
  var start: @Sendable () throws -> StudioWorker

  /// Starts a worker process.
  ///
  /// - Throws: `Problem` if none can be started.
  func process() throws(Problem) -> WorkProcess {
    do {
      return WorkProcess(try start())
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(503, "no worker process can be started: \(error): try again in a moment")
    }
  }
}
