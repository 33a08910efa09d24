import Testing

@testable import ReelStudio

@Suite struct AllowanceTests {
  @Test("A burst is accepted up to a limit, then only as much as refills")
  func taken() {
    let start = ContinuousClock.now
    var allowance = Allowance(most: 100, perSecond: 50)
    // It is never fuller than full.
    let (amounts, times) = ([100, 25, 10, 100, 1], [0, 0, 0.5, 1000, 1000])
    let pauses = zip(amounts, times).map { allowance.take($0, at: start + .seconds($1)) }
    #expect(pauses == [.zero, .seconds(0.5), .seconds(0.2), .zero, .seconds(0.02)])
  }

  @Test("A refusal takes nothing")
  func refused() {
    let start = ContinuousClock.now
    var allowance = Allowance(most: 2, perSecond: 1)
    let answers = [0, 0, 0.5, 0.75, 0.75, 1].map { allowance.admits(1, at: start + .seconds($0)) }
    #expect(answers == [true, true, false, false, false, true])
  }

  @Test("Sessions can't be started faster than anyone draws, and the studio keeps running")
  func sessions() async throws {
    let folder = try TestFolder()
    let sessions = try SessionFolder(folder.path, allowance: Allowance(most: 3, perSecond: 0))
    let session = try SessionOrder(json: "{\"free\":true}").session(like: nil)
    for number in 0..<3 { _ = try await sessions.add(session, date: "\(number)") }
    let problem = await #expect(throws: Problem.self) { try await sessions.add(session, date: "3") }
    #expect(problem?.status == 503)
    #expect(try await sessions.entry("sheet-0").events == 0)
    #expect(folder.names.count == 3)
  }
}

extension SessionOrder {
  fileprivate init(json: String) throws { self = try JSON.decode(SessionOrder.self, Array(json.utf8)) }
}
