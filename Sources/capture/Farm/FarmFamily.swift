import Reel
import ReelFarm

extension Family {
  /// Commands that divide one film among jobs of one process and parts on many machines.
  static var farm: Family {
    Family(commands: [JoinCommand.self, PlanCommand.self], besideUnfinished: segments)
  }

  /// Returns a sentence about the complete segments after a frame; nil if there are none.
  private static func segments(beside file: String, behind frameCount: Int) -> String? {
    guard let folder = SegmentFolder(besideUnfinished: file) else { return nil }
    let whole = folder.whole.filter { $0.firstFrame + $0.frameCount > frameCount }
    guard let count = whole.last?.count else { return nil }
    let numbers = FarmError.numbers(whole.filter { $0.count == count }.map(\.part))
    return "\(folder.folder.path): \(whole.count == 1 ? "segment" : "segments") \(numbers) of \(count) "
      + "\(whole.count == 1 ? "is" : "are") complete: to reuse \(whole.count == 1 ? "it" : "them"), "
      + "run the command that recorded the film again with --force; otherwise remove the folder"
  }
}
