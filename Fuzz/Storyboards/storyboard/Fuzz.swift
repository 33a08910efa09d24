import ReelStoryboards

/// Feeds bytes to the reader of storyboards, and computes the times of valid ones.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    // The folder does not exist, so no file is read.
    let storyboard = try Storyboard(yaml: bytes, file: "fuzz", folder: "/nonexistent")
    precondition(storyboard.files.isEmpty, "a file that was read")
    let frames = try storyboard.description().frameCount
    precondition(frames > 0, "a film without frames")
  } catch let error as StoryboardError {
    precondition(!error.problems.isEmpty, "a refusal without a reason")
    for problem in error.problems {
      precondition(!problem.description.contains("\n"), "a problem of more than one line")
      precondition(problem.line > 0 && problem.column > 0, "a line or a column that there is not")
    }
  } catch {
    precondition(!"\(error)".contains("\n"), "an error of more than one line")
  }
  return 0
}
