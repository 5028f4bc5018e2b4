import TesseraBase
import TesseraRender
import TesseraTestServer
import Testing

@testable import TesseraVideo

/// Decoders of the kernel, by a device that answers their calls from a table. No machine of the tests has one.
@Suite struct HardwareTests {
  private final class Machine: Sendable {
    let log = Locked<[String]>([])
    let heads = Locked<[[UInt8]]>([])
    let answers: ManualCodec.Answers

    init(_ change: (inout ManualCodec.Answers) -> Void = { _ in }) {
      var answers = ManualCodec.Answers()
      change(&answers)
      self.answers = answers
    }

    var devices: CodecDevices {
      CodecDevices(paths: { ["/dev/video10"] }) { [self] _ throws(CameraProblem) in
        try KernelCodec(ManualCodec(answers, log: log, heads: heads))
      }
    }

    func open(_ path: String, _ change: (inout VideoOptions) -> Void = { _ in }) throws -> any VideoSource {
      var (decoder, options) = (LibavDecoder(), VideoOptions())
      decoder.devices = devices
      options.decoder = .automatic
      change(&options)
      return try decoder.open(VideoFileInput(path), options)
    }
  }

  /// Times of the clip's pictures.
  private static let times = (0..<100).map { Double($0 * 512) * (1 / 12_800.0) }

  private func facts(_ source: any VideoSource) throws -> [DecodedFrameFacts] {
    var all: [DecodedFrameFacts] = []
    while let frame = try source.next() { all.append(frame.facts) }
    return all
  }

  private func gray(_ frame: any DecodedFrame) throws -> Int { Clips.pixel(try frame.pixels(FrameConversion()), 30, 30).1 }

  /// Level of a picture of the device after conversion.
  private func level(_ number: Int) -> ClosedRange<Int> {
    let level = Int((Double(number % 200) * 255 / 219).rounded())
    return min(254, level - 1)...min(255, level + 1)
  }

  @Test(arguments: [true, false]) func theProtocolIsThatOfTheKernel(isMulti: Bool) throws {
    let machine = Machine { $0.isMulti = isMulti }
    let source = try machine.open(Clips.clip)
    #expect(source.decoderName == "/dev/video10 (Manual decoder)" && machine.log.withLock { $0.isEmpty })
    var times: [Double] = []
    while let frame = try source.next() {
      #expect(level(times.count).contains(try gray(frame)), "\(times.count)")
      #expect(frame.facts.width == 320 && frame.facts.height == 180 && frame.facts.pixelFormat == "nv12")
      times.append(frame.facts.time)
    }
    let expected = Self.times
    #expect(times == expected && source.decoderFailure == nil, "\(zip(times, expected).filter { $0 != $1 })")
    #expect(
      machine.log.withLock { $0 } == [
        "S_FMT packets 320x180", "SUBSCRIBE_EVENT 5", "REQBUFS packets 4", "STREAMON packets", "REQBUFS pictures 7", "STREAMON pictures",
        "DECODER_CMD stop",
      ])
    // Start codes in place of lengths.
    let heads = machine.heads.withLock { $0 }
    #expect(heads.count == 100 && heads.allSatisfy { $0.starts(with: [0, 0, 0, 1]) || $0.starts(with: [0, 0, 1]) })
    // After its end, a source can begin again.
    try source.seek(to: -1e9)
    #expect(try facts(source).map(\.time) == expected)
  }

  @Test func aSeekDropsThePicturesBeforeIt() throws {
    let machine = Machine()
    let cursor = VideoCursor(try machine.open(Clips.clip))
    for _ in 0..<5 { _ = try cursor.next() }
    for time in [3.0, 0.52, 1.96] {
      try cursor.seek(to: time, isExact: true)
      let frame = try #require(try cursor.next())
      #expect(abs(frame.facts.time - time) < 0.04)
    }
    #expect(machine.log.withLock { $0.count { $0 == "STREAMOFF packets" } } >= 3 && cursor.source.decoderFailure == nil)
  }

  @Test func aNewSizeInTheStreamCreatesTheBuffersAgain() throws {
    let machine = Machine { $0.change = (40, 176, 144) }
    let source = try machine.open(Clips.clip)
    let all = try facts(source)
    #expect(all.count == 100 && source.decoderFailure == nil)
    #expect(all.prefix(40).allSatisfy { $0.width == 320 } && all.dropFirst(40).allSatisfy { $0.width == 176 && $0.height == 144 })
    #expect(
      machine.log.withLock { $0.suffix(5) } == [
        "STREAMOFF pictures", "REQBUFS pictures 0", "REQBUFS pictures 7", "STREAMON pictures", "DECODER_CMD stop",
      ])
  }

  /// A failure at any call: libavcodec gives the rest, and no picture is missing or repeated.
  @Test(arguments: [
    ("S_FMT", 0), ("REQBUFS", 0), ("REQBUFS", 1), ("QUERYBUF", 5), ("STREAMON", 0), ("STREAMON", 1), ("QBUF", 0), ("QBUF", 60),
    ("QBUF", 150), ("DQBUF", 90), ("G_FMT", 0), ("DECODER_CMD", 0),
  ])
  func softwareContinuesAfterAFailure(call: String, uses: Int) throws {
    let machine = Machine { $0.failures[call] = (uses, 5) }
    let source = try machine.open(Clips.clip)
    var (times, numbers) = ([Double](), [Int]())
    while let frame = try source.next() {
      times.append(frame.facts.time)
      if frame.facts.pixelFormat == "yuv420p" { numbers.append(Clips.number(in: try frame.pixels(FrameConversion()))) }
    }
    #expect(times == Self.times && numbers == Array((100 - numbers.count)..<100), "\(times.count), \(numbers.count)")
    #expect(
      source.decoderFailure
        == "the decoder /dev/video10 (Manual decoder) failed: Input/output error; libavcodec decodes \(Clips.clip)")
    #expect(source.decoderName == "libavcodec")
  }

  @Test func aSilentDeviceIsClosed() throws {
    let silent = try Machine { $0.isSilent = true }.open(Clips.clip)
    #expect(try facts(silent).count == 100)
    #expect(silent.decoderFailure?.contains("it gives no picture for 3 s") == true)
    let other = try Machine { $0.pictures = ["P010"] }.open(Clips.clip)
    #expect(try facts(other).count == 100 && other.decoderFailure?.contains("it offers no pictures of the formats NV12") == true)
    // Single damaged pictures are left out.
    let damaged = try Machine { $0.damaged = [3, 4, 50] }.open(Clips.clip)
    #expect(try facts(damaged).count == 97 && damaged.decoderFailure == nil)
    let broken = try Machine { $0.damaged = Set(20...99) }.open(Clips.clip)
    #expect(try facts(broken).count == 100 && broken.decoderFailure?.contains("30 pictures in sequence are damaged") == true)
  }

  @Test func theDeviceIsChosenByCodecSizeAndSamples() throws {
    for (machine, path, isHardware) in [
      (Machine(), Clips.clip, true), (Machine { $0.packets = ["VP90", "HEVC"] }, Clips.clip, false),
      (Machine { $0.most = (318, 240) }, Clips.clip, false), (Machine(), Clips.fixture("h264-10-bit.mkv"), false),
      (Machine(), Clips.fixture("h264-444.mp4"), false), (Machine(), Clips.fixture("vp9-odd.webm"), true),
    ] { #expect(try machine.open(path).decoderName.hasPrefix("/dev/video10") == isHardware, "\(path)") }
    #expect(try Machine().open(Clips.clip) { $0.decoder = .software }.decoderName == "libavcodec")
    let decoders = Machine().devices.all()
    #expect(decoders.map(\.driver) == ["manual"] && decoders[0].codecs.map(\.name) == ["h264", "vp9"])
    #expect(decoders[0].codecs[0].widths == 32...1920 && decoders[0].codecs[0].heights == 32...1088)
  }

  @Test func layoutsOfPicturesHaveTheSameChecksum() throws {
    var sums: Set<String> = []
    for (isMulti, format) in [(true, "NV12"), (false, "NV12"), (true, "YU12"), (false, "YU12")] {
      let machine = Machine { answers in
        (answers.isMulti, answers.pictures, answers.size) = (isMulti, [format], (319, 179))
      }
      let frame = try #require(try machine.open(Clips.clip).next())
      #expect(frame.facts.width == 319 && frame.facts.pixelFormat == (format == "NV12" ? "nv12" : "yuv420p"))
      sums.insert(try frame.checksum())
      #expect(try frame.pixels(FrameConversion()).width == 319)
    }
    #expect(sums.count == 1)
  }

  @Test func liveStreamsUseTheDeviceAndKeepTheirSound() throws {
    let server = try TestServer()
    server.serve(try StreamWithSound.segments().flatMap { $0 }, at: "/live.ts")
    func open(_ machine: Machine) throws -> any VideoSource & StreamSource {
      var options = VideoOptions()
      options.decoder = .automatic
      let reader = try LibavSource(stream: server.url("/live.ts"), InputBridge(VideoDataInput([], name: "test")), options)
      return HardwareSource.wrap(reader, options, machine.devices)
    }
    let source = try open(Machine())
    var (pictures, samples) = (0, [Float]())
    while let part = try source.next(LiveDemand(hasSound: true)) {
      switch part {
      case .picture(let frame):
        #expect(level(pictures).contains(try gray(frame)))
        pictures += 1
      case .sound(let sound): samples += sound.samples
      case .blocked: Issue.record("blocked although a picture was demanded")
      }
    }
    #expect(pictures == 100 && samples == StreamWithSound.samples)
    // After a failure the pictures continue with a key frame.
    let broken = try open(Machine { $0.failures["QBUF"] = (45, 5) })
    var shown: [Int] = []
    while let part = try broken.next(LiveDemand()) {
      if case .picture(let frame) = part, frame.facts.pixelFormat != "nv12" {
        shown.append(Clips.number(in: try frame.pixels(FrameConversion())))
      }
    }
    #expect(shown.last == 99 && shown == Array((shown.first ?? 0)...99) && broken.decoderFailure != nil, "\(shown)")
  }
}
