import Testing

@testable import TesseraSound

/// Reading of WAV files, and conversion of their frames.
struct WAVReaderTests {
  /// Returns a WAV file with one chunk of unknown kind before the samples.
  static func file(
    tag: Int = 1, channels: Int = 2, rate: Int = 48_000, bits: Int = 16, frameSize: Int? = nil, data: [UInt8], dataSize: Int? = nil
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let frame = frameSize ?? channels * bits / 8
    return Array("RIFF".utf8) + number(data.count + 46, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(tag, 2) + number(channels, 2)
      + number(rate, 4) + number(rate * frame, 4) + number(frame, 2) + number(bits, 2) + Array("note".utf8) + number(1, 4) + [7, 0]
      + Array("data".utf8) + number(dataSize ?? data.count, 4) + data
  }

  static func samples(_ clip: SoundClip) -> [Float] { Array(clip.samples.prefix(clip.frameCount * 2)) }

  @Test(arguments: [
    (1, 8, [UInt8]([128, 192, 64, 0])), (1, 16, [0, 0, 0, 0x40, 0, 0xC0, 0, 0x80]),
    (1, 24, [0, 0, 0, 0, 0, 0x40, 0, 0, 0xC0, 0, 0, 0x80]), (1, 32, [0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0xC0, 0, 0, 0, 0x80]),
    (3, 32, [0, 0, 0, 0, 0, 0, 0, 0x3F, 0, 0, 0, 0xBF, 0, 0, 0x80, 0xBF]),
    (3, 64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0x3F, 0, 0, 0, 0, 0, 0, 0xE0, 0xBF, 0, 0, 0, 0, 0, 0, 0xF0, 0xBF]),
  ])
  func everyEncodingHasTheSameSamples(_ tag: Int, _ bits: Int, _ data: [UInt8]) throws {
    let clip = try SoundFile.clip(wav: Self.file(tag: tag, bits: bits, data: data), name: "a.wav")
    #expect(Self.samples(clip) == [0, 0.5, -0.5, -1])
    let mono = try SoundFile.clip(wav: Self.file(tag: tag, channels: 1, bits: bits, data: data), name: "a.wav")
    #expect(Self.samples(mono) == [0, 0, 0.5, 0.5, -0.5, -0.5, -1, -1])
  }

  @Test func fiveChannelsAreMixedDownWithoutClipping() throws {
    // Front left, front right, center, low frequency, back left, back right, all at full scale.
    let frame = [UInt8](repeating: 0, count: 12).enumerated().map { UInt8($0.offset % 2 == 0 ? 0xFF : 0x7F) }
    let clip = try SoundFile.clip(wav: Self.file(channels: 6, data: frame), name: "a.wav")
    #expect(Self.samples(clip).allSatisfy { abs($0 - 1) < 1e-3 })
  }

  @Test(arguments: [
    ([UInt8]("RIFF".utf8), "does not begin with RIFF"), (file(tag: 2, data: []), "format is 2 with 16 bits"),
    (file(bits: 12, data: []), "12 bits"), (file(channels: 9, data: []), "9 channels"),
    (file(frameSize: 3, data: []), "a frame has 3 bytes; 2 channels of 16 bits need 4"),
    (file(data: [0, 0], dataSize: 400), "has 400 bytes, and the file only 2 more"), (file(rate: 10, data: [1, 2, 3, 4]), "10 Hz"),
    (Array(file(data: [1, 2, 3, 4]).prefix(50)), "no chunk `data`"), (Array(file(data: []).prefix(30)), "`fmt `"),
    (file(rate: 1000, data: [UInt8](repeating: 0, count: 1000 * 4 * 100)), "plays for 100 s"),
  ])
  func malformedFilesAreExplained(_ bytes: [UInt8], _ reason: String) {
    do throws(SoundError) {
      _ = try SoundFile.clip(wav: bytes, name: "bad.wav")
      Issue.record("it was read")
    } catch {
      #expect(error.description.contains("bad.wav") && error.description.contains(reason), "\(error)")
    }
  }

  /// A cut of a valid file at any byte is read or refused, and never reads beyond its end.
  @Test func everyCutEnds() {
    let whole = Self.file(data: [UInt8](repeating: 0x33, count: 64))
    for count in 0..<whole.count { _ = try? SoundFile.clip(wav: Array(whole.prefix(count)), name: "cut.wav") }
  }

  /// A tone keeps its frequency and level, and a tone above the new limit disappears.
  @Test(arguments: [(44_100, 1000.0, 1.0), (8000, 1000, 1), (96_000, 1000, 1), (96_000, 30_000, 0), (44_101, 5000, 1)])
  func ratesAreConverted(_ rate: Int, _ frequency: Double, _ level: Double) throws {
    let tone = (0..<rate / 2).flatMap { i -> [Float] in
      let value = Float(0.5 * sine(frequency * Double(i) / Double(rate)))
      return [value, -value]
    }
    let clip = try SoundClip(tone, rate: rate, name: "tone")
    #expect(abs(clip.frameCount - 24_000) <= 1)
    var worst = 0.0
    for i in 2000..<22_000 {
      let wanted = level * 0.5 * sine(frequency * Double(i) / 48_000)
      worst = max(worst, abs(Double(clip.samples[2 * i]) - wanted), abs(Double(clip.samples[2 * i + 1]) + wanted))
    }
    // -70 dB of full scale.
    #expect(worst < 3.2e-4, "\(rate) Hz, \(frequency) Hz: \(worst)")
  }
}

/// Returns the sine of a number of turns, by its series.
func sine(_ turns: Double) -> Double {
  let x = (turns - turns.rounded()) * 2 * Double.pi
  var (term, sum) = (x, x)
  for n in 1..<14 {
    term *= -x * x / Double((2 * n) * (2 * n + 1))
    sum += term
  }
  return sum
}
