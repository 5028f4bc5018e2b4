import CTesseraCounting
import TesseraBase
import Testing

@testable import TesseraSound

/// Effects on a device in memory: the exact samples.
struct SoundOutputTests {
  static func clip(_ value: Float, frames: Int) throws -> SoundClip {
    try SoundClip([Float](repeating: value, count: frames * 2), rate: SoundFormat.mixerRate, name: "constant")
  }

  final class Clock: Sendable {
    let time = Locked(0.0)
    var now: Double { time.withLock { $0 } }
    func set(_ new: Double) { time.withLock { $0 = new } }
  }

  private func make(_ format: SoundFormat = SoundFormat(bufferFrames: 0)) -> (SoundOutput, ManualSoundDevice, Clock) {
    let clock = Clock()
    let device = ManualSoundDevice(format) { clock.now }
    let output = SoundOutput(device, pace: .manual { clock.now })
    output.advance(to: 0)
    return (output, device, clock)
  }

  private func play(_ output: SoundOutput, _ clock: Clock, until time: Double) {
    clock.set(time)
    output.advance(to: time)
  }

  @Test func volumeAndPanGiveExactSamples() throws {
    let (output, device, clock) = make()
    Sound(try Self.clip(0.5, frames: 300)).play(SoundOptions(volume: 0.5, pan: -0.5), on: output)
    play(output, clock, until: 0.01)
    let samples = device.samples
    #expect(samples.count == 960)
    #expect(stride(from: 0, to: 600, by: 2).allSatisfy { samples[$0] == 0.25 && samples[$0 + 1] == 0.125 })
    #expect(samples[600...].allSatisfy { $0 == 0 })
  }

  @Test func loopsHaveNoGapAndStopWithoutAClick() throws {
    let (output, device, clock) = make()
    let playing = Sound(try Self.clip(0.5, frames: 100)).play(SoundOptions(loops: true), on: output)
    play(output, clock, until: 0.05)
    #expect(device.samples.allSatisfy { $0 == 0.5 } && playing.isPlaying)
    playing.stop()
    play(output, clock, until: 0.06)
    let tail = Array(device.samples.suffix(960))
    #expect(zip(tail, tail.dropFirst(2)).allSatisfy { $0 >= $1 && $0 - $1 < 0.003 } && tail.last == 0)
    #expect(!playing.isPlaying)
  }

  @Test func fadesDuckingAndMasterVolumeAreRamps() throws {
    let (output, device, clock) = make()
    let long = Sound(try Self.clip(0.4, frames: 48_000))
    long.play(SoundOptions(fadeIn: 0.1), on: output)
    play(output, clock, until: 0.1)
    #expect(zip(device.samples, device.samples.dropFirst(2)).allSatisfy { $1 - $0 >= -1e-6 && $1 - $0 < 1e-4 })
    let loud = Sound(try Self.clip(0, frames: 24_000)).play(SoundOptions(ducks: true), on: output)
    play(output, clock, until: 0.25)
    #expect(abs((device.samples.last ?? 0) - 0.1) < 1e-6 && loud.isPlaying)
    play(output, clock, until: 0.8)
    #expect(abs((device.samples.last ?? 0) - 0.4) < 1e-6)
    output.isMuted = true
    play(output, clock, until: 0.9)
    #expect(device.samples.last == 0)
  }

  @Test func loudSoundsAreLimitedAndFullMixersReplaceTheOldest() throws {
    let (output, device, clock) = make()
    let first = Sound(try Self.clip(0.1, frames: 48_000)).play(on: output)
    for _ in 0..<SoundMixer.maximumVoices { Sound(try Self.clip(0.3, frames: 48_000)).play(on: output) }
    play(output, clock, until: 0.05)
    #expect(!first.isPlaying)
    #expect(output.rendering.withLock { $0.mixer.voices.count } == SoundMixer.maximumVoices)
    #expect(device.samples.allSatisfy { abs($0) <= 1 })
    // More commands than fit are refused.
    let all = try (0..<400).map { _ in Sound(try Self.clip(0, frames: 1)).play(on: output).isPlaying }
    #expect(all.count(where: { $0 }) == SoundOutput.maximumCommands)
  }

  @Test func aLostDeviceIsOpenedAgainWhileTimePasses() throws {
    let problems = Locked<[SoundError]>([])
    let clock = Clock()
    let device = ManualSoundDevice { clock.now }
    let output = SoundOutput(device, pace: .manual { clock.now }) { error in problems.withLock { $0.append(error) } }
    let playing = Sound(try Self.clip(0.5, frames: 10 * 48_000 / 5)).play(on: output)
    device.setMissing(true)
    for step in 1...40 { play(output, clock, until: Double(step) / 20) }
    #expect(device.samples.isEmpty && problems.withLock { $0.count } == 1)
    device.setMissing(false)
    for step in 41...80 { play(output, clock, until: Double(step) / 20) }
    #expect(device.openingCount == 1 && !playing.isPlaying)
    device.setMissing(true)
    play(output, clock, until: 4.1)
    #expect(problems.withLock { $0.last } == .lostDevice(name: "manual"))
  }

  @Test func devicesOfOtherRatesAndOneChannelAreServed() throws {
    let (output, device, clock) = make(SoundFormat(rate: 44_100, channelCount: 1, bufferFrames: 441))
    Sound(try Self.clip(0.5, frames: 48_000)).play(on: output)
    play(output, clock, until: 0.5)
    // 0.5 s and the buffer.
    #expect(abs(device.writtenFrames - 22_050 - 441) < 300)
    #expect(device.samples[2000...].allSatisfy { abs($0 - 0.5) < 1e-3 })
  }

  @Test(.enabled(if: tc_is_counting(), "a sanitizer has an allocator of its own; `make test` runs it"))
  func mixingAllocatesNothing() throws {
    let (output, device, clock) = make()
    _ = device
    for _ in 0..<SoundMixer.maximumVoices { Sound(try Self.clip(0.01, frames: 4800)).play(SoundOptions(loops: true), on: output) }
    let stream = SoundStream()
    _ = output.start(stream)
    let frames = [Float](repeating: 0.1, count: 480)
    play(output, clock, until: 0.1)
    var allocations: UInt64 = 0
    for _ in 0..<200 {
      _ = frames.withUnsafeBufferPointer { stream.write($0) }
      let before = tc_thread_allocations()
      output.render()
      allocations += tc_thread_allocations() - before
    }
    #expect(allocations == 0)
  }

  @Test func streamsReportTheAudibleTime() throws {
    let clock = Clock()
    let device = ManualSoundDevice { clock.now }
    let output = SoundOutput(device, pace: .manual { clock.now })
    let stream = SoundStream()
    let id = output.start(stream)
    #expect(stream.heardTime(at: output.now) == nil)
    let frames = [Float](repeating: 0.1, count: 4800)
    output.advance(to: 0)
    var offset: Double?
    for step in 1...20 {
      while frames.withUnsafeBufferPointer({ stream.write($0) }) > 0 {}
      play(output, clock, until: Double(step) / 50)
      let heard = try #require(stream.heardTime(at: output.now))
      offset = offset ?? clock.now - heard
      #expect(abs(heard + (offset ?? 0) - clock.now) < 1e-4, "\(heard) at \(clock.now)")
    }
    output.setPaused(true, id)
    play(output, clock, until: 0.45)
    #expect(stream.heardTime(at: output.now) == nil)
    stream.finish()
    output.setPaused(false, id)
    for step in 23...60 { play(output, clock, until: Double(step) / 50) }
    #expect(stream.isFinished && !output.isPlaying(id) && stream.missingFrames == 0)
  }

  @Test func alsaIsOptionalAndItsNullDeviceTakesSound() throws {
    let missing = AlsaDevice("no-such-device")
    #expect(throws: SoundError.self) { _ = try missing.open(SoundFormat()) }
    let device = AlsaDevice("null")
    // Without libasound the message names its package.
    do throws(SoundError) { try writeSilence(to: device) } catch { #expect(error.description.contains("libasound2")) }
  }

  private func writeSilence(to device: AlsaDevice) throws(SoundError) {
    _ = try device.open(SoundFormat())
    let samples = [Float](repeating: 0, count: 960)
    try samples.withUnsafeBufferPointer { samples throws(SoundError) in try device.write(samples) }
    device.close()
    #expect(device.delay == 0 && device.underrunCount == 0)
  }
}
