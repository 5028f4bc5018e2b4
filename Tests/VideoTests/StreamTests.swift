import TesseraBase
import TesseraRender
import TesseraTestServer
import Testing

@testable import TesseraVideo

/// Live streams: HLS, MPEG-TS and RTSP of servers on this machine, and the attempts of a session.
@Suite struct StreamTests {
  private func open(_ url: String, _ bridge: InputBridge? = nil) throws(VideoFileError) -> LibavSource {
    // No test waits for the end of this time: a server on a machine with much other work may be that slow.
    try LibavSource(stream: url, bridge ?? InputBridge(VideoDataInput([], name: "test")), VideoOptions(), readPatience: 300)
  }

  private func server(_ playlist: String) throws -> TestServer {
    let server = try TestServer(root: Clips.folder.appending(path: "Fixtures").path)
    server.serve(Array(("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:7\n" + playlist).utf8), at: "/live.m3u8")
    return server
  }

  private func segments(_ numbers: [Int]) -> String { numbers.map { "#EXTINF:1.0,\nlive-\($0).ts\n" }.joined() }

  private func numbers(_ source: LibavSource, most: Int = 1000) throws -> [Int] {
    var numbers: [Int] = []
    while numbers.count < most, let frame = try source.next() { numbers.append(Clips.number(in: try frame.pixels(FrameConversion()))) }
    return numbers
  }

  @Test func segmentsOfAPlaylistFollowEachOther() throws {
    let server = try server(segments([0, 1, 2, 3]) + "#EXT-X-ENDLIST\n")
    let source = try open(server.url("/live.m3u8"))
    #expect(source.info.duration == 4 && source.info.width == 320 && source.info.codec == "h264")
    #expect(try numbers(source) == Array(0..<100))
    #expect(throws: VideoFileError.unsupported(source: "test", reason: "a live stream cannot seek")) { try source.seek(to: 0) }
  }

  @Test func aLivePlaylistBeginsNearItsEndAndCanBeCancelled() throws {
    let server = try server(segments([0, 1, 2, 3]))
    let bridge = InputBridge(VideoDataInput([], name: "test"))
    let source = try open(server.url("/live.m3u8"), bridge)
    #expect(source.info.duration == nil)
    // Three segments before the end.
    let numbers = try numbers(source, most: 70)
    #expect(numbers == Array(25..<95))
    bridge.cancel()
    #expect(throws: VideoFileError.cancelled(source: "test")) { while try source.next() != nil {} }
  }

  @Test func transportStreamsArePlayed() throws {
    let bytes = try (0..<4).flatMap { try Clips.bytes(Clips.fixture("live-\($0).ts")) }
    let server = try TestServer()
    server.serve(bytes, at: "/live.ts")
    #expect(try numbers(open(server.url("/live.ts"))) == Array(0..<100))
    let camera = try RTSPServer(bytes)
    let shown = try numbers(open("rtsp://127.0.0.1:\(camera.port)/door"))
    // The connection ends within the last pictures.
    #expect(shown.prefix(98) == Array(0..<98)[...], "\(shown)")
  }

  @Test func soundArrivesWithThePictures() throws {
    let segments = try StreamWithSound.segments()
    let server = try TestServer()
    server.serve(segments.flatMap { $0 }, at: "/live.ts")
    for (number, segment) in segments.enumerated() { server.serve(segment, at: "/sound-\(number).ts") }
    let list = (0..<4).map { "#EXTINF:1.0,\nsound-\($0).ts\n" }.joined()
    server.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(list)#EXT-X-ENDLIST\n".utf8), at: "/live.m3u8")
    let camera = try RTSPServer(segments.flatMap { $0 })
    for url in [server.url("/live.ts"), server.url("/live.m3u8"), "rtsp://127.0.0.1:\(camera.port)/door"] {
      let source = try open(url)
      #expect(source.info.audioTrackCount == 1)
      var (pictures, samples, offset) = ([Int](), [Float](), Double?.none)
      while let part = try source.next(LiveDemand(hasSound: true)) {
        switch part {
        case .picture(let frame):
          let number = Clips.number(in: try frame.pixels(FrameConversion()))
          offset = offset ?? (frame.facts.time - Double(number) / 25)
          pictures.append(number)
        case .sound(let sound):
          if let offset { #expect(abs(sound.time - offset - Double(samples.count / 2) / 48_000) < 0.001, "\(url)") }
          #expect(sound.rate == 48_000)
          samples += sound.samples
        case .blocked: Issue.record("blocked although a picture was demanded")
        }
      }
      // The connection of RTSP ends within the last pictures.
      #expect(pictures.prefix(98) == Array(0..<98)[...] && pictures.count >= 98, "\(url): \(pictures)")
      #expect(samples.count >= 2 * 98 * 1920 && samples[...] == StreamWithSound.samples.prefix(samples.count), "\(url)")
    }
  }

  /// Sound that is 2 s behind the pictures of its time in the stream: its pictures wait as packets.
  @Test func picturesWaitWhileSoundIsRead() throws {
    let server = try TestServer()
    server.serve(try StreamWithSound.segments(delay: 50).flatMap { $0 }, at: "/live.ts")
    let source = try open(server.url("/live.ts"))
    var samples: [Float] = []
    while case .sound(let sound)? = try source.next(LiveDemand(hasPicture: false, hasSound: true)) { samples += sound.samples }
    #expect(samples == StreamWithSound.samples)
    #expect(try numbers(source) == Array(0..<100))
    // Sound that is not demanded is skipped.
    let other = try open(server.url("/live.ts"))
    var count = 0
    while let part = try other.next(LiveDemand()) { if case .picture = part { count += 1 } else { Issue.record("\(part)") } }
    #expect(count == 100)
  }

  @Test func soundWithoutPictureIsAStream() throws {
    let segments = try StreamWithSound.segments(hasPictures: false)
    let server = try TestServer()
    server.serve(segments.flatMap { $0 }, at: "/radio")
    for (number, segment) in segments.enumerated() { server.serve(segment, at: "/sound-\(number).ts") }
    let list = (0..<4).map { "#EXTINF:1.0,\nsound-\($0).ts\n" }.joined()
    server.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(list)#EXT-X-ENDLIST\n".utf8), at: "/radio.m3u8")
    for url in [server.url("/radio"), server.url("/radio.m3u8")] {
      let source = try open(url)
      #expect(!source.info.hasPictures && source.info.audioTrackCount == 1 && source.info.codec == "s302m")
      #expect(throws: VideoFileError.unsupported(source: "test", reason: "it has no pictures")) { _ = try source.next() }
      var samples: [Float] = []
      while case .sound(let sound)? = try source.next(LiveDemand(hasPicture: false, hasSound: true)) { samples += sound.samples }
      #expect(samples == StreamWithSound.samples, "\(url)")
      #expect(try source.next(LiveDemand()) == nil)
    }
  }

  @Test func aPlaylistOpensNoFile() throws {
    for line in [
      Clips.clip, "file://\(Clips.clip)", "concat:\(Clips.clip)", "data:video/mp2t;base64,AAAA", "subfile,,start,0,end,0,,:\(Clips.clip)",
    ] {
      let server = try server("#EXTINF:1.0,\n\(line)\n#EXT-X-ENDLIST\n")
      let error = #expect(throws: VideoFileError.self, "\(line)") { _ = try open(server.url("/live.m3u8")) }
      #expect(error?.description.contains("test") == true)
    }
    for url in ["file://\(Clips.clip)", Clips.clip, "concat:\(Clips.clip)"] {
      let error = #expect(throws: VideoFileError.self) { _ = try open(url) }
      #expect(
        error?.description.contains("it names a file, or uses a protocol that live streams do not use") == true,
        "\(error?.description ?? "")")
    }
  }

  @Test func failuresHaveAReason() throws {
    let server = try TestServer()
    server.serve(Array("hello, this is no stream".utf8), at: "/text.m3u8")
    for (url, reason) in [
      (server.url("/none.m3u8"), "the server cannot be read (Server returned 404 Not Found)"),
      (server.url("/text.m3u8"), "it is not HLS, RTSP, MPEG-TS, MP3, AAC, Ogg or FLAC, or its beginning is damaged"),
      ("rtsp://127.0.0.1:1/a", "the server cannot be read (Connection refused)"),
    ] {
      let error = #expect(throws: VideoFileError.self) { _ = try open(url) }
      #expect(error?.description.hasSuffix(": \(reason)") == true, "\(error?.description ?? "")")
    }
  }

  @Test func aSessionReadsOnItsThreadAndStops() throws {
    let server = try server(segments([0, 1]) + "#EXT-X-ENDLIST\n")
    let counts = Monitor((pictures: 0, isOver: false))
    let session = try StreamSession(server.url("/live.m3u8")) { event in
      counts.withLock { counts in
        if case .picture = event { counts.pictures += 1 }
        if case .ended = event { counts.isOver = true }
      }
      counts.broadcast()
    }
    let pictures = counts.wait { $0.isOver ? $0.pictures : nil }
    #expect(pictures == 50)
    session.stop()
    // A server that does not exist, and a stop while the session pauses.
    let failed = Monitor(0)
    let other = try StreamSession("rtsp://127.0.0.1:1/a") { event in
      failed.withLock { $0 += 1 }
      failed.broadcast()
    }
    failed.wait { $0 > 0 ? () : nil }
    other.stop()
  }

  /// Source with a number of pictures, and then its end or a failure.
  private final class ShortSource: StreamSource {
    let info: VideoFileInfo
    var decoderFailure: String? { nil }
    private let left: Locked<Int>
    private let failure: VideoFileError?

    init(_ count: Int, duration: Double? = nil, failure: VideoFileError? = nil) {
      var info = VideoFileInfo(container: "hls", codec: "h264", width: 4, height: 4)
      info.duration = duration
      (self.info, left, self.failure) = (info, Locked(count), failure)
    }

    func next(_ demand: LiveDemand) throws(VideoFileError) -> StreamPart? {
      let hasMore = left.withLock { left in
        left -= 1
        return left >= 0
      }
      if hasMore { return .picture(ShortFrame()) }
      if let failure { throw failure }
      return nil
    }
  }

  private struct ShortFrame: DecodedFrame {
    let facts = DecodedFrameFacts(time: 0, width: 4, height: 4)
    func checksum() throws(VideoFileError) -> String { "" }
    func pixels(_ conversion: FrameConversion) throws(VideoFileError) -> PixelBuffer { throw .outOfMemory(source: "test") }
  }

  @Test func aBrokenStreamIsOpenedAgainAfterGrowingPauses() {
    let sources: [Result<ShortSource, VideoFileError>] = [
      .failure(.corrupt(source: "a", reason: "refused")), .failure(.corrupt(source: "a", reason: "refused")),
      .success(ShortSource(2, failure: .corrupt(source: "a", reason: "no data for 10 s"))), .success(ShortSource(1)),
      .success(ShortSource(1, duration: 1)),
    ]
    let (events, pauses, next) = (Locked<[String]>([]), Locked<[Double]>([]), Locked(0))
    let session = StreamSession(named: "rtsp://host") { event in
      let text =
        switch event {
        case .started: "started"
        case .picture: "picture"
        case .sound: "sound"
        case .notice(let text): text
        case .failed(let error): error.description
        case .ended: "ended"
        }
      events.withLock { $0.append(text) }
    } open: { _ throws(VideoFileError) in
      let number = next.withLock { number in
        defer { number += 1 }
        return number
      }
      return try sources[number].get()
    }
    session.run { seconds in
      pauses.withLock { $0.append(seconds) }
      return true
    }
    let refused = "no picture from rtsp://host: refused"
    #expect(
      events.withLock { $0 } == [
        refused, refused, "started", "picture", "picture", "no picture from rtsp://host: no data for 10 s", "started", "picture",
        "no picture from rtsp://host: the stream ended", "started", "picture", "ended",
      ])
    #expect(pauses.withLock { $0 } == [0.5, 1, 0.5, 0.5])
  }

  @Test func aStopEndsTheAttempts() {
    let failure = VideoFileError.corrupt(source: "a", reason: "refused")
    let events = Locked(0)
    let session = StreamSession(named: "a", receive: { _ in events.withLock { $0 += 1 } }) { _ throws(VideoFileError) in throw failure }
    session.run { _ in
      session.stop()
      return false
    }
    session.run { _ in true }
    #expect(events.withLock { $0 } == 1)
  }
}
