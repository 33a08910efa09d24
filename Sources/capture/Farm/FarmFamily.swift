import Reel
import ReelFarm

extension Family {
  /// One film by many hands: jobs of one process, and parts on many machines.
  static var farm: Family {
    Family(commands: [JoinCommand.self, PlanCommand.self], besideUnfinished: segments)
  }

  /// Names the segments behind a frame that are whole; nil for none.
  private static func segments(beside file: String, behind frameCount: Int) -> String? {
    guard let folder = SegmentFolder(besideUnfinished: file) else { return nil }
    let whole = folder.whole.filter { $0.firstFrame + $0.frameCount > frameCount }
    guard let count = whole.last?.count else { return nil }
    let numbers = FarmError.numbers(whole.filter { $0.count == count }.map(\.part))
    return "\(folder.folder.path): \(whole.count == 1 ? "segment" : "segments") \(numbers) of \(count) "
      + "\(whole.count == 1 ? "is" : "are") whole: give the command that recorded the film again, with --force, to take "
      + "\(whole.count == 1 ? "it" : "them") up, or remove the folder"
  }
}
