import Foundation
import TesseraBase
import Testing

@testable import TesseraSound

/// Capture of sound by a device in memory, with exact samples; ALSA's null device; files and receivers.
@Suite struct MicrophoneTests {
  private let device = ManualCaptureDevice(rate: 16_000)
  private let events = Locked<[MicrophoneEvent]>([])
  private let folder = FileManager.default.temporaryDirectory

  private func ramp(_ count: Int) -> [Float] { (0..<count).map { Float($0 % 16_000) / 32_768 } }

  private func samples(_ bytes: ArraySlice<UInt8>) -> [Int] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { at in
      let (low, high) = (Int(bytes[at]), Int(bytes[at + 1]))
      return low | high << 8
    }
  }

  private var captured: [Float] {
    events.withLock { $0.flatMap { event -> [Float] in if case .sound(let sound) = event { sound.samples } else { [] } } }
  }

  @Test func aCaptureHasTheSamplesOfItsDevice() throws {
    let microphone = Microphone(device, isManual: true)
    device.supply([1, 1, 1])
    #expect(!device.isOpen && !microphone.isRunning)
    microphone.start { [events] event in events.withLock { $0.append(event) } }
    microphone.step()
    device.supply(ramp(4000))
    microphone.step()
    #expect(device.isOpen && microphone.isRunning && captured == [1, 1, 1] + ramp(4000))
    // Full scale, then a fall of 30 dB a second until the ramp is louder.
    let levels = events.withLock { $0.compactMap { event -> Double? in if case .sound(let sound) = event { sound.level } else { nil } } }
    #expect(levels.count == 6 && levels[0] == 1 && abs(levels[1] - 0.975) < 1e-9 && abs(levels[5] - 0.875) < 1e-9)
    #expect(microphone.level == levels[5])
    microphone.stop()
    #expect(!device.isOpen && microphone.level == 0 && events.withLock { $0.last } == .ended)
    // Another capture opens the device again, and ends at its limit.
    events.withLock { $0 = [] }
    microphone.start(limit: 0.1) { [events] event in events.withLock { $0.append(event) } }
    device.supply(ramp(4000))
    microphone.step()
    #expect(captured == ramp(1600) && events.withLock { $0.last } == .ended && !device.isOpen && device.openingCount == 2)
  }

  @Test func otherRatesAreConvertedAndFailuresAreReported() {
    let fast = ManualCaptureDevice(rate: 48_000)
    let microphone = Microphone(fast, isManual: true)
    microphone.start { [events] event in events.withLock { $0.append(event) } }
    fast.supply((0..<48_000).map { Float(sin(Double($0) * 2 * .pi * 440 / 48_000)) * 0.5 })
    microphone.step()
    let all = captured
    // The last frames wait for those behind them.
    #expect(all.count > 15_950 && all.count <= 16_000)
    for at in stride(from: 200, to: 15_000, by: 7) {
      let expected = sin(Double(at) * 2 * .pi * 440 / 16_000) * 0.5
      #expect(abs(Double(all[at]) - expected) < 1e-3)
    }
    fast.setMissing(true)
    microphone.step()
    #expect(events.withLock { $0.last } == .failed(.lostDevice(name: "manual")) && !microphone.isRunning)
    microphone.start { [events] event in events.withLock { $0.append(event) } }
    microphone.step()
    #expect(events.withLock { $0.last } == .failed(.noDevice(name: "manual", reason: "it is not connected")))
  }

  @Test func recordingsAreWAVFiles() throws {
    let path = folder.appending(path: "tessera-\(UUID()).wav").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let microphone = Microphone(device, isManual: true)
    microphone.record(to: path)
    device.supply(ramp(2000))
    microphone.step()
    microphone.stop()
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    #expect(bytes.count == 44 + 4000 && Array(bytes[..<44]) == WAVFileDevice.header(byteCount: 4000, rate: 16_000, channelCount: 1))
    #expect(samples(bytes[44...]) == Array(0..<2000))
    // A recording is replaced, another file is not.
    #expect(throws: Never.self) { _ = try SoundRecorder(path, rate: 16_000) }
    try Data("text".utf8).write(to: URL(filePath: path))
    for other in [path, "/dev/null"] {
      #expect(throws: SoundError.unreadable(source: other, reason: "it exists and is not a WAV file")) {
        _ = try SoundRecorder(other, rate: 16_000)
      }
    }
    #expect(FileManager.default.contents(atPath: path) == Data("text".utf8))
    microphone.record(to: "/nowhere/message.wav") { [events] event in events.withLock { $0.append(event) } }
    device.supply([0])
    microphone.step()
    #expect(
      events.withLock { $0 } == [.failed(.unreadable(source: "/nowhere/message.wav", reason: "No such file or directory"))]
        && !microphone.isRunning)
  }

  @Test func aReceiverGetsSamplesUntilItIsGone() throws {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(server) }
    var address = sockaddr_in()
    (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7F00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16 in
        guard bind(server, address, size) == 0, listen(server, 1) == 0, getsockname(server, address, &size) == 0 else { return 0 }
        return pointer.pointee.sin_port.bigEndian
      }
    }
    let microphone = Microphone(device, isManual: true)
    microphone.record(to: "tcp://127.0.0.1:\(port)") { [events] event in events.withLock { $0.append(event) } }
    device.supply(ramp(800))
    microphone.step()
    let client = accept(server, nil, nil)
    var bytes = [UInt8](repeating: 0, count: 1600)
    #expect(recv(client, &bytes, 1600, Int32(MSG_WAITALL)) == 1600)
    #expect(samples(bytes[...]) == Array(0..<800))
    close(client)
    for _ in 0..<200 where microphone.isRunning {
      device.supply(ramp(800))
      microphone.step()
    }
    #expect(events.withLock { $0.last } == .failed(.unreadable(source: "tcp://127.0.0.1:\(port)", reason: "the receiver is gone")))
    for (target, reason) in [("tcp://door", "a receiver is tcp://HOST:PORT"), ("tcp://127.0.0.1:1", "Connection refused")] {
      #expect(throws: SoundError.unreadable(source: target, reason: reason)) { _ = try SoundRecorder(target, rate: 16_000) }
    }
  }

  @Test func alsaCapturesOnAThread() throws {
    let missing = AlsaCaptureDevice("no-such-device")
    #expect(throws: SoundError.self) { _ = try missing.open(rate: 16_000) }
    // The null device gives silence.
    let state = Monitor((count: 0, isOver: false))
    let microphone = Microphone(AlsaCaptureDevice("null"))
    microphone.start(limit: 0.2) { event in
      state.withLock { state in
        if case .sound(let sound) = event { state.count += sound.samples.count } else { state.isOver = true }
      }
      state.broadcast()
    }
    #expect(state.wait { $0.isOver ? $0.count : nil } == 3200)
  }
}
