import ReelCanvas

/// Determines whether players show the pictures upright.
struct TurnCheck: Sendable {
  /// The rotation that players apply.
  private let playerTurn: ImageOrientation
  private var turns: [ImageOrientation: Int] = [:]
  /// The first turned pictures.
  private var turned: [Finding.Span] = []
  private var slanted = (count: 0, columns: 0.0, rows: 0.0)

  /// The number of turned pictures to name; if all are turned, a list says no more.
  private static let most = 8

  init(playerTurn: ImageOrientation) { self.playerTurn = playerTurn }

  /// Adds a picture, which shows a mark.
  mutating func add(_ pose: FrameMarkPose, _ showing: Showing?) {
    turns[pose.orientation, default: 0] += 1
    if pose.orientation != playerTurn, let showing, let number = showing.number, turned.count <= Self.most {
      turned.append(Finding.Span(number, time: showing.time))
    }
    let (columns, rows) = pose.slant
    guard !pose.isUpright else { return }
    slanted.count += 1
    slanted.columns += columns
    slanted.rows += rows
  }

  /// The orientation of most pictures as players show them; nil before the first one.
  var orientation: ImageOrientation? {
    turns.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key.after(playerTurn)
  }

  /// The finding about turned and slanted pictures; nil if there are none.
  func finding(total: Int) -> Finding? {
    let wrong = turns.filter { $0.key != playerTurn }
    let count = max(wrong.values.reduce(0, +), slanted.count)
    guard count > 0 else { return nil }
    var words = Set(wrong.keys.map { $0.after(playerTurn) }).sorted { $0.rawValue < $1.rawValue }.map(\.appearance)
    if slanted.count > 0 {
      let (columns, rows) = (slanted.columns / Double(slanted.count), slanted.rows / Double(slanted.count))
      let turn = abs(columns - rows) < 1 ? (columns + rows) / 2 : 0
      words.append(
        turn == 0
          ? "sheared by \(decimal(abs(columns - rows), places: 0))°"
          : "turned by \(decimal(abs(turn), places: 0))° \(turn > 0 ? "clockwise" : "anticlockwise")")
    }
    return Finding(
      .orientation, count: count, total: total, spans: turned.count > Self.most ? [] : turned,
      note: words.joined(separator: ", "))
  }
}
