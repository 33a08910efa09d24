import Foundation
import Testing

/// Chromium, in which pages tell on the console what they see.
enum Browser {
  static let chromium = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(CaptureProcess.find).first
  private static let timeout = CaptureProcess.find("timeout")

  /// Whether pages can be opened.
  static let isThere = chromium != nil && timeout != nil

  /// Opens a page, which closes the browser itself, and returns what the browser wrote, the page's console among it.
  static func open(_ page: String, in workspace: Workspace) async throws -> String {
    try page.write(to: workspace.url("page.html"), atomically: true, encoding: .utf8)
    let result = try await CaptureProcess.run(
      executable: try #require(timeout),
      [
        "--kill-after=5", "90", try #require(chromium).path, "--headless", "--no-sandbox", "--disable-gpu",
        "--enable-logging=stderr", "--allow-file-access-from-files", "--autoplay-policy=no-user-gesture-required",
        "--user-data-dir=\(workspace.url("profile").path)", workspace.url("page.html").absoluteString,
      ], in: workspace.folder)
    return result.error
  }
}
