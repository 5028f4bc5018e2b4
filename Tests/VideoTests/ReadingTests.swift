import Foundation
import TesseraRender
import TesseraVideo
import Testing

/// Facts, frames, seeks and colors of video files.
@Suite struct ReadingTests {
  @Test func theClipHasItsFramesInOrderOfPresentation() throws {
    let source = try Clips.open(Clips.clip)
    let info = source.info
    #expect(info.codec == "h264" && info.width == 320 && info.height == 180 && info.videoTrackCount == 1 && info.audioTrackCount == 0)
    #expect(info.duration == 4 && info.framesPerSecond == 25 && info.quarterTurns == 0)
    var (index, keys, kinds) = (0, [Int](), Set<DecodedFrameFacts.Kind>())
    while let frame = try source.next() {
      #expect(abs(frame.facts.time - Double(index) * 0.04) < 1e-6 && abs(frame.facts.duration - 0.04) < 1e-6)
      #expect(Clips.number(in: try frame.pixels(FrameConversion())) == index)
      if frame.facts.isKey { keys.append(index) }
      kinds.insert(frame.facts.kind)
      index += 1
    }
    #expect(index == 100 && keys == [0, 25, 50, 75] && kinds == [.intra, .predicted, .bidirectional])
    #expect(try source.next() == nil)
  }

  @Test func anExactSeekGivesTheFrameOfTheTimeAndTheFollowingOnes() throws {
    let cursor = VideoCursor(try Clips.open(Clips.clip))
    for (time, wanted) in [
      (3.99, 99), (0.5, 12), (0.52, 13), (0, 0), (-3, 0), (1.0, 25), (0.99, 24), (77, 99), (Double.nan, 0), (2.02, 50),
    ] {
      try cursor.seek(to: time, isExact: true)
      for following in 0..<3 {
        let frame = try cursor.next()
        #expect(
          try frame.map { Clips.number(in: try $0.pixels(FrameConversion())) } == (wanted + following < 100 ? wanted + following : nil))
      }
    }
    try cursor.seek(to: 1.7, isExact: false)
    #expect(try cursor.next()?.facts.time == 1)
  }

  @Test func aFastSeekBeforeTheFirstKeyFrameGivesTheFirstFrame() throws {
    let cursor = VideoCursor(try Clips.open(Clips.fixture("h264-10-bit.mkv")))
    try cursor.seek(to: 0.15, isExact: false)
    #expect(try cursor.next()?.facts.time == 0)
  }

  /// Red, green, light gray and blue of every matrix, range, depth and subsampling.
  @Test(arguments: [
    "h264-601.mp4", "h264-709-full.mp4", "h264-422.mp4", "h264-444.mp4", "h264-10-bit.mkv", "hevc-2020-10-bit.mp4", "vp9-odd.webm",
    "h264-wide-pixels.mp4",
  ])
  func colorsMatchThePicture(_ name: String) throws {
    let frame = try #require(try Clips.open(Clips.fixture(name)).next())
    for (isSmooth, shrink) in [(true, 1), (false, 1), (true, 2), (true, 4)] {
      var conversion = FrameConversion()
      (conversion.isSmooth, conversion.shrink) = (isSmooth, shrink)
      let pixels = try frame.pixels(conversion)
      #expect(pixels.width == frame.facts.width / shrink && pixels.height == frame.facts.height / shrink)
      #expect(Self.corners(pixels, are: [(200, 40, 40), (40, 180, 60), (210, 210, 210), (50, 60, 200)], within: 3), "\(name) / \(shrink)")
    }
  }

  @Test func grayHasNoChroma() throws {
    let frame = try #require(try Clips.open(Clips.fixture("h264-gray.mp4")).next())
    let pixels = try frame.pixels(FrameConversion())
    #expect(Self.corners(pixels, are: [75, 142, 210, 68].map { ($0, $0, $0) }, within: 3))
  }

  @Test func aTurnedPictureIsTurnedForDisplay() throws {
    for (name, turns, wanted) in [
      ("turned-90.mp4", 3, [(40, 180, 60), (50, 60, 200), (200, 40, 40), (210, 210, 210)]),
      ("turned-180.mp4", 2, [(50, 60, 200), (210, 210, 210), (40, 180, 60), (200, 40, 40)]),
    ] {
      let source = try Clips.open(Clips.fixture(name))
      #expect(source.info.quarterTurns == turns, "\(source.info.rotation)")
      var conversion = FrameConversion()
      conversion.quarterTurns = turns
      let pixels = try #require(try source.next()).pixels(conversion)
      #expect((pixels.width, pixels.height) == (turns == 3 ? (48, 64) : (64, 48)))
      #expect(Self.corners(pixels, are: wanted, within: 3), "\(name)")
      #expect(source.info.displaySize == (turns == 3 ? (48, 64) : (64, 48)))
    }
  }

  @Test func pixelAspectWidensThePicture() throws {
    let info = try Clips.open(Clips.fixture("h264-wide-pixels.mp4")).info
    #expect((info.pixelWidth, info.pixelHeight) == (4, 3) && info.displaySize == (85, 48))
  }

  @Test func checksumsMatchTheSamples() throws {
    let cursor = VideoCursor(try Clips.open(Clips.clip))
    var sums: [String] = []
    while let frame = try cursor.next() { sums.append(try frame.checksum()) }
    #expect(Set(sums).count == 100 && sums.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    // Backwards, each after a seek.
    for index in stride(from: 99, through: 0, by: -7) {
      try cursor.seek(to: Double(index) * 0.04, isExact: true)
      #expect(try cursor.next()?.checksum() == sums[index], "\(index)")
    }
  }

  @Test func bytesInMemoryAreReadLikeAFile() throws {
    let input = VideoDataInput(try Clips.bytes(Clips.clip), name: "memory")
    let source = try LibavDecoder().open(input, VideoOptions())
    #expect(Clips.number(in: try #require(try source.next()).pixels(FrameConversion())) == 0)
  }

  private static func corners(_ pixels: PixelBuffer, are wanted: [(Int, Int, Int)], within tolerance: Int) -> Bool {
    let (w, h) = (pixels.width, pixels.height)
    return zip([(w / 4, h / 4), (w * 3 / 4, h / 4), (w / 4, h * 3 / 4), (w * 3 / 4, h * 3 / 4)], wanted).allSatisfy { place, color in
      let found = Clips.pixel(pixels, place.0, place.1)
      return max(abs(found.0 - color.0), abs(found.1 - color.1), abs(found.2 - color.2)) <= tolerance
    }
  }
}
