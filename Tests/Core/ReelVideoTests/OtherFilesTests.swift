import ReelTestSupport
import CReelFFmpeg
import Foundation
import ReelCanvas
import ReelGeometry
import Testing

@testable import ReelVideo

@Suite("Files that name other files") struct OtherFilesTests {
  /// The names of all demuxers of this FFmpeg.
  private static let demuxers: [String] = {
    var (names, position): ([String], UnsafeMutableRawPointer?) = ([], nil)
    while let next = av_demuxer_iterate(&position) { names.append(String(cString: next.pointee.name)) }
    return names
  }()

  @Test("Whatever demuxer reads a list of files, none of those files is read")
  func everyDemuxer() async throws {
    try await withFolder { folder in
      let size = PixelSize(width: 112, height: 80)
      let film = folder.appending(path: "film.mp4")
      let writer = try MovieWriter(to: .file(film), configuration: VideoConfiguration(size: size, frameRate: 25))
      try await writer.append(Bitmap(size: size), changed: .all(of: size), at: 0)
      try await writer.finish()
      let lists = [
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n\(film.path)\n#EXT-X-ENDLIST\n",
        "ffconcat version 1.0\nfile '\(film.path)'\n",
        "<MPD profiles=\"urn:mpeg:dash:profile:isoff-on-demand:2011\" type=\"static\"><Period><AdaptationSet mimeType=\"video/mp4\"><Representation id=\"1\"><BaseURL>\(film.path)</BaseURL></Representation></AdaptationSet></Period></MPD>",
        "v=0\r\nc=IN IP4 127.0.0.1\r\nm=video 5004 RTP/AVP 33\r\n", film.path,
      ]
      #expect(Self.demuxers.count > 100 && Self.demuxers.contains("hls"))
      for (index, list) in lists.enumerated() {
        // Some formats look for the other file by the name of the first.
        for ending in ["txt", "idx", "png", "mlv"] {
          let path = folder.appending(path: "list\(index).\(ending)").path
          try Data(list.utf8).write(to: URL(filePath: path))
          for name in Self.demuxers where ending == "txt" || ["vobsub", "image2", "mlv", "concat"].contains(name) {
            guard let input = try? InputContext(path: path, format: name) else { continue }
            for number in 0..<Int(input.pointer.pointee.nb_streams) {
              let width = input.pointer.pointee.streams?[number]?.pointee.codecpar.pointee.width
              #expect(width != 112, "\(name) read another file")
            }
          }
        }
      }
    }
  }

  @Test("Formats that are lists of files or addresses, and those with input of their own, are refused by name")
  func lists() throws {
    let path = URL(filePath: #filePath).path
    for name in ["concat", "dash", "hls", "imf", "rtp", "rtsp", "sap", "sdp", "vobsub", "webm_dash_manifest"]
    where Self.demuxers.contains(name) {
      do throws(FFmpegError) {
        _ = try InputContext(path: path, format: name)
        Issue.record("\(name) was opened")
      } catch {
        #expect(error.code == .otherFiles, "\(name): \(error)")
        #expect(error.message == "it refers to other files or addresses, which are not read")
      }
    }
  }

  @Test("Of the name of a file FFmpeg learns its ending alone, so that no name is a pattern or an address")
  func names() async throws {
    try await withFolder { folder in
      let film = folder.appending(path: "film.mp4")
      let size = PixelSize(width: 64, height: 48)
      let writer = try MovieWriter(to: .file(film), configuration: VideoConfiguration(size: size, frameRate: 25))
      try await writer.append(Bitmap(size: size), changed: .all(of: size), at: 0)
      try await writer.finish()
      for name in ["a%03d.png", "film*", "concat:film.mp4", "subfile,,start,0,end,9,,:x", "fd:0.mp4", "a?.b*", ".mp4"] {
        let copy = folder.appending(path: name)
        try FileManager.default.copyItem(at: film, to: copy)
        let input = try InputContext(path: copy.path)
        let url = String(cString: try #require(input.pointer.pointee.url))
        #expect(url.wholeMatch(of: /media(\.[A-Za-z0-9]+)?/) != nil, "\(url)")
        #expect(try MovieReader(url: copy).nextFrame()?.size == size)
      }
    }
  }
}
