import Foundation
import TesseraBase
import TesseraRender
import Testing

@testable import TesseraVideo

/// Files that are read and decoded without FFmpeg, against the same files with it.
@Suite struct ReaderTests {
  static func open(_ path: String, _ change: (inout VideoOptions) -> Void = { _ in }) throws -> any VideoSource {
    var options = VideoOptions()
    options.decoder = .reader
    change(&options)
    return try StandardDecoder().open(VideoFileInput(path), options)
  }

  /// Compares headers and frames. `body` gets the frames of both.
  private func compare(_ path: String, _ body: (any DecodedFrame, any DecodedFrame) throws -> Void) throws {
    let (own, other) = (try Self.open(path), try Clips.open(path))
    #expect(own.readerName == "tessera" && other.readerName == "libavformat")
    var info = own.info
    (info.duration, info.framesPerSecond) = (other.info.duration, other.info.framesPerSecond)
    #expect(info == other.info)
    #expect(abs((own.info.duration ?? 0) - (other.info.duration ?? 0)) < 1e-3)
    #expect(abs((own.info.framesPerSecond ?? 0) - (other.info.framesPerSecond ?? 0)) < 1e-3)
    var count = 0
    while let expected = try other.next() {
      let frame = try #require(try own.next(), "\(count)")
      var (facts, wanted) = (frame.facts, expected.facts)
      #expect(abs(facts.time - wanted.time) < 1e-6, "\(count)")
      // FFmpeg leaves the range out, which means limited.
      (facts.range, wanted.range) = (facts.range ?? "limited", wanted.range ?? "limited")
      (facts.time, facts.duration) = (wanted.time, wanted.duration)
      #expect(facts == wanted, "\(count)")
      try body(frame, expected)
      count += 1
    }
    #expect(try own.next() == nil && count > 2)
  }

  @Test(arguments: [
    ("vp9-odd.webm", "libvpx"), ("vp9-no-cues.webm", "libvpx"), ("vp8-hidden.webm", "libvpx"), ("vp8-vorbis.webm", "libvpx"),
    ("av1-10-bit.mkv", "libdav1d"), ("h264-baseline.mp4", "libopenh264"),
  ])
  func framesMatchFFmpeg(_ name: String, _ decoder: String) throws {
    #expect(try Self.open(Clips.fixture(name)).decoderName == decoder)
    for isSmooth in [true, false] {
      var conversion = FrameConversion()
      conversion.isSmooth = isSmooth
      try compare(Clips.fixture(name)) { frame, expected in
        #expect(try frame.checksum() == expected.checksum())
        let (own, other) = (try frame.pixels(conversion), try expected.pixels(conversion))
        #expect(Self.difference(own, other) == 0)
      }
    }
  }

  /// libopenh264 decodes B slices with small deviations, and the pictures that refer to them. Order, times and key frames are exact.
  @Test(arguments: ["h264-fragments.mp4", "h264-cut-start.mp4", "h264-zlib.mkv", "../../../docs/examples/assets/video/clip.mp4"])
  func orderAndTimesOfBidirectionalPicturesMatchFFmpeg(_ name: String) throws {
    try compare(Clips.fixture(name)) { frame, expected in
      if frame.facts.isKey { #expect(try frame.checksum() == expected.checksum()) }
      // Consecutive pictures of these files differ by more.
      let difference = Self.difference(try frame.pixels(FrameConversion()), try expected.pixels(FrameConversion()))
      #expect(difference < 0.5, "\(frame.facts.time)")
    }
  }

  /// Mean difference of the channels.
  private static func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
    guard a.width == b.width, a.height == b.height else { return .infinity }
    var sum = 0
    for y in 0..<a.height {
      for x in 0..<a.width {
        let (p, q) = (Clips.pixel(a, x, y), Clips.pixel(b, x, y))
        sum += abs(p.0 - q.0) + abs(p.1 - q.1) + abs(p.2 - q.2)
      }
    }
    return Double(sum) / Double(a.width * a.height * 3)
  }

  @Test func colorsTurnsAndAspectMatchFFmpeg() throws {
    for name in ["h264-601.mp4", "h264-709-full.mp4", "h264-wide-pixels.mp4", "turned-90.mp4", "turned-180.mp4"] {
      try compare(Clips.fixture(name)) { frame, expected in
        let difference = Self.difference(try frame.pixels(FrameConversion()), try expected.pixels(FrameConversion()))
        #expect(difference < 0.5, "\(name)")
      }
    }
  }

  @Test func seeksAreExact() throws {
    let cursor = VideoCursor(try Self.open(Clips.clip))
    for (time, wanted) in [(3.99, 99), (0.5, 12), (0, 0), (-3, 0), (1.0, 25), (0.99, 24), (77, 99), (Double.nan, 0), (2.02, 50)] {
      try cursor.seek(to: time, isExact: true)
      for following in 0..<3 {
        let frame = try cursor.next()
        #expect(
          try frame.map { Clips.number(in: try $0.pixels(FrameConversion())) } == (wanted + following < 100 ? wanted + following : nil))
      }
    }
    try cursor.seek(to: 1.7, isExact: false)
    #expect(try cursor.next()?.facts.time == 1)
    for name in ["vp9-no-cues.webm", "vp8-hidden.webm", "av1-10-bit.mkv", "h264-zlib.mkv"] {
      let all = VideoCursor(try Self.open(Clips.fixture(name)))
      var times: [Double] = []
      while let frame = try all.next() { times.append(frame.facts.time) }
      for index in stride(from: times.count - 1, through: 0, by: -6) {
        try all.seek(to: times[index] + 0.001 - all.origin, isExact: true)
        #expect(try all.next()?.facts.time == times[index], "\(name) \(index)")
      }
    }
  }

  @Test func missingFeaturesOfDecodersAreReported() throws {
    for (name, words) in [
      ("h264-422.mp4", "its H.264 is 4:2:2 with 8 bits, progressive"), ("h264-10-bit.mkv", "4:2:0 with 10 bits"), ("h264-444.mp4", "4:4:4"),
      ("hevc-2020-10-bit.mp4", "its codec hevc needs FFmpeg's libraries"),
    ] {
      #expect { _ = try Self.open(Clips.fixture(name)).next() } throws: { "\($0)".contains(words) }
    }
    #expect { _ = try Self.open(Clips.fixture("live-0.ts")) } throws: { "\($0)".contains("neither MP4, MOV, WebM nor Matroska") }
    #expect { _ = try Self.open(Clips.clip) { $0.track = 3 } } throws: { "\($0)".contains("no video track 3; the tracks are 0 to 0") }
    #expect {
      _ = try Self.open(Clips.clip) { $0.maximumPixels = 300 * 160 }
    } throws: { error in
      if case .tooLarge(_, let reason) = error as? VideoFileError { reason.contains("320 x 192") } else { false }
    }
  }

  @Test func withoutFFmpegTheReaderIsUsed() throws {
    var decoder = StandardDecoder()
    decoder.problem = { "libavutil.so.0 cannot be loaded" }
    var options = VideoOptions()
    options.decoder = .software
    let source = try decoder.open(try VideoFileInput(Clips.clip), options)
    let number = Clips.number(in: try #require(try source.next()).pixels(FrameConversion()))
    #expect(source.readerName == "tessera" && number == 0)
    #expect {
      _ = try decoder.open(VideoFileInput(Clips.fixture("live-0.ts")), options)
    } throws: { error in
      guard case .missingLibrary(_, let reason) = error as? VideoFileError else { return false }
      return reason.contains("neither MP4") && reason.contains("libavutil.so.0 cannot be loaded")
    }
    #expect {
      _ = try decoder.audioFacts(of: VideoFileInput(Clips.fixture("vp8-vorbis.webm")), track: 0)
    } throws: { "\($0)".contains("its sound needs FFmpeg's libraries: libavutil.so.0") }
    decoder.problem = { nil }
    #expect(try decoder.open(VideoFileInput(Clips.clip), options).readerName == "libavformat")
  }

  @Test func decodersOfTheKernelGetUnitsWithStartCodes() throws {
    let (heads, answers) = (Locked<[[UInt8]]>([]), ManualCodec.Answers())
    var (decoder, options) = (ReaderDecoder(), VideoOptions())
    decoder.devices = CodecDevices(paths: { ["/dev/video10"] }) { _ throws(CameraProblem) in
      try KernelCodec(ManualCodec(answers, log: Locked([]), heads: heads))
    }
    options.decoder = .automatic
    let source = try decoder.open(try VideoFileInput(Clips.clip), options)
    #expect(source.decoderName == "/dev/video10 (Manual decoder)" && source.readerName == "tessera")
    var times: [Double] = []
    while let frame = try source.next() { times.append(frame.facts.time) }
    #expect(times.count == 100 && source.decoderFailure == nil)
    #expect(heads.withLock { $0.allSatisfy { $0.starts(with: [0, 0, 0, 1]) } && $0.first?[4] == 0x67 })
  }

  @Test func aCancelledSourceStops() throws {
    let source = try Self.open(Clips.clip)
    #expect(try source.next() != nil)
    source.cancel()
    #expect(throws: VideoFileError.cancelled(source: Clips.clip)) { try source.next() }
  }
}
