import Foundation
import TesseraBase
import Testing

@testable import TesseraVideo

/// Containers of the own reader: damaged files, limits, and headers of codecs.
@Suite struct ContainerTests {
  private static let names = [
    "h264-601.mp4", "h264-fragments.mp4", "h264-cut-start.mp4", "h264-zlib.mkv", "vp9-odd.webm", "vp9-no-cues.webm", "vp8-vorbis.webm",
    "av1-10-bit.mkv",
  ]

  private func open(_ bytes: [UInt8]) -> Result<ReaderSource, VideoFileError> {
    Result { () throws(VideoFileError) in try ReaderSource(VideoDataInput(bytes, name: "test"), VideoOptions()) }
  }

  /// Decodes all that can be decoded. Returns the number of frames.
  private func frames(_ bytes: [UInt8], limit: Int = 300) -> Int {
    guard let source = try? open(bytes).get() else { return 0 }
    var count = 0
    while count < limit, let frame = try? source.next() {
      _ = try? frame.pixels(FrameConversion())
      count += 1
    }
    try? source.seek(to: 0.5)
    _ = try? source.next()
    return count
  }

  @Test(arguments: names) func aHeaderThatIsCutAtAnyByteIsRefusedOrShorter(_ name: String) throws {
    let bytes = try Clips.bytes(Clips.fixture(name))
    for length in 0..<min(bytes.count, 1500) {
      switch open(Array(bytes[..<length])) {
      case .success(let source): #expect(source.info.width <= 512)
      case .failure(let error): #expect(error.description.contains("test"), "\(error)")
      }
    }
    let all = frames(bytes)
    for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 12)) { #expect(frames(Array(bytes[..<length])) <= all) }
  }

  @Test func changedBytesCauseNoTrapAndNoEndlessLoop() throws {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let files = try Self.names.map { try Clips.bytes(Clips.fixture($0)) }
    let counts = (0..<160).map { round in
      var bytes = files[round % files.count]
      // Half of the changes are in the header.
      for _ in 0..<(1 + random() % 12) {
        bytes[random() % (random() % 2 == 0 ? min(2048, bytes.count) : bytes.count)] = UInt8(random() & 255)
      }
      return frames(bytes)
    }
    #expect(counts.contains { $0 > 0 } && counts.allSatisfy { $0 < 300 }, "\(counts)")
  }

  /// Replaces bytes behind a name of the clip.
  private func clip(_ name: String, at offset: Int, _ value: [UInt8]) throws -> [UInt8] {
    var bytes = try Clips.bytes(Clips.clip)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name.utf8) }) + name.utf8.count + offset
    bytes.replaceSubrange(place..<place + value.count, with: value)
    return bytes
  }

  @Test func tablesThatExceedTheirBoxOrTheFileAreRefused() throws {
    func error(_ bytes: [UInt8]) -> String { if case .failure(let error) = open(bytes) { "\(error)" } else { "" } }
    let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    #expect(error(try clip("stts", at: 4, huge)).contains("has 4294967295 entries, and room for"))
    #expect(error(try clip("stsz", at: 8, huge)).contains("has 4294967295 samples; the limit is"))
    // All samples have one size, so that the table has no room to check.
    #expect(error(try clip("stsz", at: 4, [0, 0, 0, 1] + huge)).contains("the limit is"))
    #expect(error(try clip("stco", at: 4, huge)).contains("box stco at byte"))
    #expect(error(try clip("moov", at: -8, [0, 0, 0, 4])).contains("box moov at byte"))
    // Samples outside of the file end it.
    let source = try open(try clip("stco", at: 8, [0x7F, 0xFF, 0xFF, 0xFF])).get()
    #expect(try source.next() == nil)
  }

  @Test func theHeaderOfTheClipIsRead() throws {
    let file = try MP4File(InputWindow(try VideoFileInput(Clips.clip)), video: 0)
    let units = try CodecUnits(avc: file.track.configuration)
    let sequence = try #require(units.sequence)
    #expect(units.lengthSize == 4 && units.isPlain && sequence.profileName == "High")
    #expect((sequence.codedWidth, sequence.codedHeight, sequence.width, sequence.height) == (320, 192, 320, 180))
    #expect(sequence.color == MediaColor(primaries: 1, transfer: 1, matrix: 1, isFull: false))
    // A table has the times of decoding, and their shifts those of presentation.
    var (container, samples) = (file, [MediaSample]())
    while let sample = try container.next() { samples.append(sample) }
    #expect(samples.count == 100 && samples.count { $0.isKey } == 4 && samples[0].isKey)
    #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTime < $1.decodeTime })
    #expect(samples.map(\.time) != samples.map(\.time).sorted() && samples.allSatisfy { abs($0.duration - 0.04) < 1e-9 })
    try container.seek(to: 2.5)
    let key = try container.next()
    #expect(abs((key?.time ?? -1) - 2) < 1e-9)
  }

  @Test func superframesOfVP9AreDivided() {
    let frames = VP9Header.frames(of: [1, 2, 3, 4, 5, 0xC1, 3, 2, 0xC1])
    #expect(frames.map(Array.init) == [[1, 2, 3], [4, 5]])
    // Sizes beyond the packet, and packets without an index.
    #expect(VP9Header.frames(of: [1, 2, 0xC1, 3, 200, 0xC1]).isEmpty)
    #expect(VP9Header.frames(of: [1, 2, 3]).map(Array.init) == [[1, 2, 3]])
    #expect(VP9Header.frames(of: []).map(Array.init) == [[]])
  }

  @Test func escapedBytesAndCodesAreRead() {
    #expect(H264Units.unescaped([0, 0, 3, 1, 0, 0, 3, 0, 0, 3]) == [0, 0, 1, 0, 0, 0, 0])
    var bits = BitReader([0b1_010_011_0, 0b0100_0010, 0b1000_0000])
    let codes = (0..<4).map { _ in bits.golomb() }
    #expect(codes == [0, 1, 2, 3])
    let signed = bits.signedGolomb()
    #expect(signed == -2 && !bits.isExhausted)
    for _ in 0..<40 { _ = bits.golomb() }
    #expect(bits.isExhausted)
  }
}
