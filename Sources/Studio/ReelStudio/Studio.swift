import ReelFiles

/// A server on this machine for a page to draw, judge and film sessions.
///
///     let studio = try Studio(StudioOptions(folder: "sessions"))
///     print(studio.link)
///     await studio.run()
///
/// By default, only this machine can connect. Sessions are files in a folder, and stay there.
public final class Studio: Sendable {
  /// The address of the page, with the token if one is needed.
  public let link: String
  /// The port that it listens on.
  public let port: UInt16

  let server: Server
  let site: StudioSite
  private let folder: SessionFolder
  private let films: FilmQueue
  private let live: LiveDesk
  private let desk: WorkDesk

  /// Opens a studio: checks its folder and its storyboard, and starts listening.
  ///
  /// - Parameter options: the folder of its files, and the machines that may connect.
  /// - Throws: `StudioError` for a folder, storyboard or port that can't be used.
  public init(_ options: StudioOptions) throws(StudioError) {
    let threads = ThreadWorkers()
    let workers = Workers(limits: options.work, start: options.worker ?? { try threads.start() })
    desk = WorkDesk(workers)
    // Nothing is created for a storyboard that is missing.
    let story = try StoryDesk(file: options.story, folder: options.folder, desk: desk)
    folder = try SessionFolder(options.folder, flush: options.flush)
    films = FilmQueue(folder: options.folder + "/Films", workers: workers)
    live = LiveDesk(folder: folder, films: films, desk: desk)
    server = Server(reach: options.isOnNetwork ? .network : .loopback, limits: options.limits)
    port = try server.listen(port: options.port)
    let token = options.isOnNetwork ? Self.token() : nil
    let outside = options.hosts.first(where: Gate.isAddress) ?? NetworkAddress.own
    let host = options.isOnNetwork ? outside ?? "127.0.0.1" : "127.0.0.1"
    link = "http://\(host):\(port)/" + (token.map { "?token=\($0)" } ?? "")
    let routes = StudioRoutes(
      folder: folder, films: films, story: story, live: live, desk: desk, thumbnails: PictureDesk(desk),
      view: options.story == nil ? nil : "storyboard",
      link: options.isOnNetwork && outside != nil ? link : nil)
    site = StudioSite(
      gate: Gate(
        hosts: Set(["127.0.0.1", "localhost"] + options.hosts.map { $0.lowercased() }),
        takesAddresses: options.isOnNetwork, token: token),
      files: PageFiles(folder: options.page), limits: options.limits, routes: routes.routes)
  }

  /// A random secret of 128 bits.
  private static func token() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
  }

  /// Serves until `stop()`.
  public func run() async { await server.run(site) }

  /// Ends previews and imports, flushes and closes all sessions, completes films in progress with their frames so far, and ends `run()`.
  public func stop() async {
    await films.beginClosing()
    desk.close()
    await folder.closeAll()
    _ = await live.stop()
    await films.close()
    server.stop()
  }
}
