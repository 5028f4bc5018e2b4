import Foundation
import TesseraBase
import TesseraVideo
import Testing

/// Files that are cut, changed, empty, or that name other files.
@Suite struct HostileFileTests {
  /// Decodes all that can be decoded. Returns the number of frames, or the error of opening.
  private func frames(_ bytes: [UInt8], limit: Int = 1000) -> Result<Int, VideoFileError> {
    Result { () throws(VideoFileError) in
      let source = try LibavDecoder().open(VideoDataInput(bytes, name: "test"), VideoOptions())
      var count = 0
      while count < limit, let frame = try source.next() {
        _ = try frame.pixels(FrameConversion())
        count += 1
      }
      return count
    }
  }

  @Test func aFileThatIsCutEndsEarlyOrIsRefused() throws {
    let bytes = try Clips.bytes(Clips.clip)
    var counts: [Int] = []
    for length in stride(from: 0, to: bytes.count, by: 997) {
      switch frames(Array(bytes[..<length])) {
      case .success(let count): counts.append(count)
      case .failure(let error): #expect(error.description.contains("test"), "\(error)")
      }
    }
    // The index is at the beginning, so that the frames before the cut are found.
    #expect(counts.max() ?? 0 > 80 && counts == counts.sorted(), "\(counts)")
  }

  @Test func changedBytesCauseNoTrapAndNoEndlessLoop() throws {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let names = ["h264-601.mp4", "h264-10-bit.mkv", "hevc-2020-10-bit.mp4", "vp9-odd.webm", "turned-90.mp4"]
    let counts = try (0..<150).map { round in
      var bytes = try Clips.bytes(Clips.fixture(names[round % names.count]))
      for _ in 0..<(1 + random() % 12) { bytes[random() % bytes.count] = UInt8(random() & 255) }
      return (try? frames(bytes).get()) ?? 0
    }
    #expect(counts.allSatisfy { $0 < 1000 }, "\(counts)")
  }

  @Test func filesThatNameOtherFilesAreRefused() throws {
    let clip = Clips.clip
    for text in [
      "ffconcat version 1.0\nfile '\(clip)'\n", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(clip)\n#EXT-X-ENDLIST\n",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n", "", "\0",
      String(repeating: "a", count: 100_000),
    ] {
      guard case .failure(let error) = frames(Array(text.utf8)) else {
        Issue.record("`\(text.prefix(20))` is not a video")
        continue
      }
      #expect(error.description.hasPrefix("cannot read video test: it is "), "\(error)")
    }
  }

  @Test func aFrameBeyondTheLimitIsRefused() throws {
    var options = VideoOptions()
    options.maximumPixels = 320 * 180 - 1
    #expect {
      _ = try LibavDecoder().open(try VideoFileInput(Clips.clip), options)
    } throws: { error in
      if case .tooLarge(_, let reason) = error as? VideoFileError { reason.contains("320 x 180") } else { false }
    }
    options = VideoOptions()
    options.track = 3
    #expect {
      _ = try LibavDecoder().open(try VideoFileInput(Clips.clip), options)
    } throws: { "\($0)".contains("no video track 3; the tracks are 0 to 0") }
  }

  @Test func missingFilesAndFoldersAreErrors() throws {
    #expect(throws: VideoFileError.unreadable(source: "/no/such.mp4", reason: "no such file")) { try VideoFileInput("/no/such.mp4") }
    #expect(throws: VideoFileError.unreadable(source: "/tmp", reason: "it is not a regular file")) { try VideoFileInput("/tmp") }
  }

  @Test func aCancelledSourceStops() throws {
    let source = try Clips.open(Clips.clip)
    #expect(try source.next() != nil)
    source.cancel()
    // Packets that were read before may still have frames.
    var result = Result { () throws(VideoFileError) in try source.next() }
    for _ in 0..<200 {
      guard case .success(.some) = result else { break }
      result = Result { () throws(VideoFileError) in try source.next() }
    }
    if case .success(.some) = result { Issue.record("it still decodes") }
  }

  /// Input that returns the same bytes everywhere and claims a huge size.
  private struct EndlessInput: VideoInput {
    let name = "endless"
    let head: [UInt8]
    var byteCount: Int { .max }
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      buffer.initializeMemory(as: UInt8.self, repeating: 0)
      if offset < head.count { for i in 0..<min(buffer.count, head.count - offset) { buffer[i] = head[offset + i] } }
      return buffer.count
    }
    func cancel() {}
  }

  @Test func anInputThatFailsOrHasAFalseSizeEnds() throws {
    struct FailingInput: VideoInput {
      let name = "failing"
      let byteCount = 1 << 40
      func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int { -1 }
      func cancel() {}
    }
    #expect(throws: VideoFileError.self) { _ = try LibavDecoder().open(FailingInput(), VideoOptions()) }
    let source = try LibavDecoder().open(EndlessInput(head: try Clips.bytes(Clips.clip)), VideoOptions())
    var count = 0
    while count < 1000, try source.next() != nil { count += 1 }
    #expect(count == 100)
  }
}
