import ReelFiles
import ReelPlatform

extension FilmQueue {
  /// Makes an archive: one film after another, and a table of the scores.
  func make(_ bundle: FilmBundle, at path: String, _ id: String) async {
    do {
      let problems = try await write(bundle, to: path, id)
      let size = FileTime(path)?.size
      end(id, .finished) { film in
        film.bytes = size
        if let first = problems.first {
          film.message =
            problems.count == 1 ? first : "\(problems.count) sessions were not filmed; the first because: \(first)"
        }
      }
    } catch is CancellationError {
      end(id, .cancelled) { _ in }
    } catch {
      end(id, .failed) { $0.message = Problem(error).message }
    }
  }

  /// Writes the archive under a temporary name, and moves it to its path once it is complete.
  ///
  /// - Returns: the reasons why sessions were not filmed.
  private func write(_ bundle: FilmBundle, to path: String, _ id: String) async throws -> [String] {
    let draft = try OutputDraft(for: OutputFile(path: path, replacing: .never), isAlone: true)
    let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(errno, "open", path: path) }
    defer { closeFile(descriptor) }
    var (zip, table, problems) = (ZipWriter(descriptor), ScoreTable(bundle.style), [String]())
    let clip = draft.path(ending: bundle.ending)
    let start = clock.now
    for (index, session) in bundle.sessions.enumerated() {
      // If the studio closes, the archive holds the films made so far.
      if isClosed { break }
      var failed = SessionEntry(id: session, problem: "")
      do {
        let (entry, text) = try await bundle.session(session)
        failed = entry
        try await record(FilmPlan(bundle.work, text), to: clip, id, part: (index, bundle.sessions.count, start))
        let name = bundle.name(of: entry)
        try zip.add(name, changed: entry.modified, file: clip)
        unlink(clip)
        table.add(entry, film: name)
      } catch  where !(error is CancellationError) && Problem(error).status != 507 {
        let problem = Problem(error).message
        problems.append(problem)
        // The row says whose film is missing.
        table.add(failed, problem: problem)
      }
      change(id) { $0.film.frames = index + 1 }
    }
    guard !isCancelled(id) else { throw CancellationError() }
    if let first = problems.first, problems.count == bundle.sessions.count { throw Problem(500, first) }
    try zip.add(FilmBundle.tableName, changed: FileTime(draft.path)?.milliseconds ?? 0, table.bytes)
    try zip.finish()
    try draft.commit()
    return problems
  }

  /// Records one film of an archive.
  ///
  /// - Throws: `CancellationError` if the archive was cancelled.
  private func record(
    _ plan: FilmPlan, to path: String, _ id: String,
    part: (index: Int, count: Int, start: ContinuousClock.Instant)
  ) async throws {
    guard !isCancelled(id) else { throw CancellationError() }
    let run = try FilmRun(plan.work, plan.content, at: path, workers)
    change(id) { $0.run = run }
    for await event in run.events {
      switch event {
      case .progress(let progress):
        let done = (Double(part.index) + (progress.fraction ?? 0)) / Double(part.count)
        let elapsed = (clock.now - part.start) / .seconds(1)
        change(id) { $0.film.secondsLeft = done > 0 ? elapsed / done * (1 - done) : nil }
      case .finished: break
      case .failed(let problem):
        removeLeft(of: path)
        if isCancelled(id) { throw CancellationError() }
        throw problem
      }
    }
  }
}

/// The system's `close`, which the queue's own method shadows.
private func closeFile(_ descriptor: Int32) { close(descriptor) }
