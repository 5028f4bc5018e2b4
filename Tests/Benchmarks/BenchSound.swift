internal import CTesseraCounting
internal import Glibc
internal import TesseraKit

/// Case `sound`: CPU time and allocations of mixing.
extension BenchHarness {
  /// Mixes a minute of 32 repeated sounds whose rates differ from the mixer's, with stereo at 48 kHz.
  func sound() throws {
    let (voices, seconds) = (32, 60.0)
    let tone = (0..<44_100).flatMap { i -> [Float] in
      let value = Float(i % 100) / 5000 - 0.01
      return [value, -value]
    }
    let clip = try SoundClip(tone, rate: 44_100, name: "tone")
    let device = ManualSoundDevice(limit: 1 << 12)
    let output = SoundOutput(device, pace: .manual { 0 })
    output.advance(to: 0)
    for voice in 0..<voices { Sound(clip).play(SoundOptions(volume: 0.5, pan: Double(voice) / 16 - 1, loops: true), on: output) }
    output.advance(to: 1)
    let (start, before) = (Self.milliseconds(CLOCK_THREAD_CPUTIME_ID), tc_thread_allocations())
    output.advance(to: 1 + seconds)
    let (time, allocations) = (Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - start, tc_thread_allocations() - before)
    value("mixing", time / (seconds * 10), "%", "share of a core, \(voices) voices, stereo, 48 kHz")
    value("allocations", Double(allocations), "", "allocations while a minute is mixed")
  }
}
