import Foundation
import Tessera
import TesseraKit
import TesseraTestServer
import TesseraTestSupport
import TesseraVideo
import Testing

@testable import VideoPlugin

/// Sound of live streams, on an output of the node: others of the process would be heard in it.
extension VideoSoundTests {
  /// A stage with a live stream, whose sound is played in memory at the stage's clock.
  private final class LiveSetup {
    let (node, sessions, stage, device, output): (VideoNode, FakeSessions, HeadlessStage, ManualSoundDevice, SoundOutput)

    init(_ source: String, isFake: Bool = true, width: Double = 80, height: Double = 60) throws {
      let holder = Locked<ManualClock?>(nil)
      let time: @Sendable () -> Double = { holder.withLock { $0 }?.now ?? 0 }
      device = ManualSoundDevice(SoundFormat(bufferFrames: 0), limit: 1 << 20, clock: time)
      output = SoundOutput(device, pace: .manual(time))
      (node, sessions) = (VideoNode(source), FakeSessions())
      node.storage.sound.withLock { [output] slot in slot.output = output }
      node.isLive = true
      if isFake { sessions.attach(to: node) }
      let node = node
      stage = try HeadlessStage(width: width, height: height) { node }
      holder.withLock { $0 = stage.clock }
      output.advance(to: 0)
    }

    func step(_ seconds: Double = 0.01) throws {
      stage.clock.advance(by: seconds)
      output.advance(to: stage.clock.now)
      try stage.settle()
    }

    /// Left samples that were heard, without silence.
    var heard: [Int] {
      stride(from: 0, to: device.samples.count, by: 2).map { Int((device.samples[$0] * 32768).rounded()) }.filter { $0 != 0 }
    }
    /// Left sample that was heard last.
    var level: Int {
      let samples = device.samples
      return samples.count < 2 ? 0 : Int((samples[samples.count - 2] * 32768).rounded())
    }
    var red: Int { Clips.pixel(stage.framebuffer, 40, 30).0 }

    /// Parts that the stream would be asked for; nil: it waits.
    var demand: LiveDemand? {
      let hasRoom = node.storage.sound.withLock { $0.live }?.hasRoom ?? false
      return node.storage.live.withLock { $0.demand(generation: $0.generation, hasRoom: hasRoom, isBlocked: false) }
    }
  }

  /// A tenth of a second of a constant level.
  private func part(_ number: Int, at time: Double) -> LiveEvent {
    .sound(LiveSound(time: time, rate: 48_000, samples: [Float](repeating: Float(number * 32) / 32768, count: 9600)))
  }

  @Test func soundIsTheClockOfALiveStream() throws {
    let setup = try LiveSetup("https://host/live.m3u8")
    let session = try #require(setup.sessions.sessions.first)
    session.begin(container: "hls", audioTracks: 1)
    #expect(setup.demand == LiveDemand(hasPicture: true, hasSound: true))
    session.receive(.picture(TestPicture(1, time: 50.1)))
    try setup.step()
    #expect(setup.red == 1)
    // The sound begins earlier in the stream and arrives later; the pictures wait for it.
    for number in 2..<10 { session.receive(.picture(TestPicture(number, time: 50 + Double(number) / 10))) }
    for _ in 0..<20 { try setup.step() }
    #expect(setup.red == 1 && setup.heard.isEmpty)
    session.receive(part(1, at: 50))
    try setup.step()
    #expect(setup.heard.isEmpty)
    for number in 2...6 { session.receive(part(number, at: 49.9 + Double(number) / 10)) }
    #expect(setup.demand == LiveDemand(hasPicture: true, hasSound: true))
    var pairs: Set<[Int]> = []
    try setup.step()
    for _ in 0..<58 {
      try setup.step()
      pairs.insert([setup.red, (setup.heard.last ?? 0) / 32])
    }
    // Sound k begins at 49.9 + k / 10, and picture k at 50 + k / 10; the first picture was shown before its time.
    for pair in pairs { #expect(pair[0] == max(1, pair[1] - 1) || pair[0] == max(1, pair[1] - 2), "\(pair)") }
    #expect(Set(setup.heard) == [32, 64, 96, 128, 160, 192])
    // It runs out. The pictures wait, and the stream is stalled after a second.
    let stalls = Locked<[Bool]>([])
    setup.node.on(Video.stalled) { isStalled in stalls.withLock { $0.append(isStalled) } }
    for _ in 0..<60 { try setup.step() }
    let shown = setup.red
    #expect(shown <= 6 && stalls.withLock { $0.isEmpty })
    for _ in 0..<200 { try setup.step() }
    #expect(stalls.withLock { $0 } == [true] && setup.red == 9)
    // After the stall both continue together.
    for number in 10..<16 {
      session.receive(.picture(TestPicture(number, time: 50 + Double(number) / 10)))
      session.receive(part(number + 1, at: 50 + Double(number) / 10))
    }
    for _ in 0..<45 { try setup.step() }
    #expect(stalls.withLock { $0 } == [true, false] && abs(setup.red - ((setup.heard.last ?? 0) / 32 - 1)) <= 1)
    setup.node.isMuted = true
    for _ in 0..<10 { try setup.step() }
    let count = setup.heard.count
    session.receive(part(20, at: 51.7))
    for _ in 0..<10 { try setup.step() }
    #expect(setup.heard.count == count && setup.demand?.hasSound == false)
  }

  @Test func soundThatIsSentWhenItIsCapturedStaysNearTheServer() throws {
    let setup = try LiveSetup("rtsp://host/door")
    let session = try #require(setup.sessions.sessions.first)
    session.begin(container: "rtsp", audioTracks: 1)
    session.receive(.picture(TestPicture(1, time: 0)))
    // Two seconds that the libraries read while they opened the stream.
    for number in 0..<20 { session.receive(part(number + 1, at: Double(number) / 10)) }
    for number in 20..<30 {
      for _ in 0..<10 { try setup.step() }
      session.receive(part(number + 1, at: Double(number) / 10))
    }
    // At most the buffer of the stream and what may wait behind it.
    #expect(30 - (setup.heard.last ?? 0) / 32 <= 8)
    setup.node.volume = 0.5
    for _ in 0..<10 { try setup.step() }
    #expect((setup.device.samples.last ?? 0) < 16 * 32 / 32768.0)
    // A pause ends the session and its sound.
    setup.node.isPlaying = false
    for _ in 0..<5 { try setup.step() }
    #expect(session.isStopped.withLock { $0 } && setup.device.samples.suffix(480).allSatisfy { $0 == 0 })
  }

  @Test func soundWithoutPicturePlaysStallsAndEnds() throws {
    let setup = try LiveSetup("https://host/radio", width: 80, height: 60)
    let session = try #require(setup.sessions.sessions.first)
    let signals = Locked<[String]>([])
    setup.node.on(Video.ready) { facts in signals.withLock { $0.append("ready \(Int(facts.width))") } }
    setup.node.on(Video.stalled) { isStalled in signals.withLock { $0.append("stalled \(isStalled)") } }
    setup.node.on(Video.failed) { reason in signals.withLock { $0.append(reason) } }
    setup.node.on(Video.end) { signals.withLock { $0.append("end") } }
    session.begin(width: 0, height: 0, container: "mp3", videoTracks: 0, audioTracks: 1)
    try setup.step()
    #expect(setup.demand == LiveDemand(hasPicture: false, hasSound: true))
    for number in 1...5 { session.receive(part(number, at: Double(number) / 10)) }
    for _ in 0..<60 { try setup.step() }
    #expect(Set(setup.heard) == [32, 64, 96, 128, 160] && signals.withLock { $0 } == ["ready 0"])
    // It runs out, and breaks; later the server continues.
    for _ in 0..<150 { try setup.step() }
    #expect(signals.withLock { $0.dropFirst() } == ["stalled true"])
    session.receive(.failed(.noSignal(source: "radio", reason: "the connection broke")))
    try setup.step()
    session.begin(width: 0, height: 0, container: "mp3", videoTracks: 0, audioTracks: 1)
    for number in 6...9 { session.receive(part(number, at: 7 + Double(number) / 10)) }
    for _ in 0..<30 { try setup.step() }
    #expect(signals.withLock { $0.dropFirst(2) } == ["no picture from radio: the connection broke", "stalled false"])
    // A server that does not wait is read while its sound is off; a playlist is not.
    setup.node.isMuted = true
    try setup.step()
    #expect(setup.demand == LiveDemand())
    setup.node.isMuted = false
    try setup.step()
    session.begin(width: 0, height: 0, container: "hls", videoTracks: 0, audioTracks: 1)
    session.receive(part(10, at: 1))
    session.receive(.ended)
    for _ in 0..<30 { try setup.step() }
    #expect(setup.heard.last == 320 && signals.withLock { $0.last } == "end")
  }

  @Test func aPlaylistIsHeardSampleBySampleWithItsPictures() throws {
    let server = try TestServer()
    for (number, segment) in try StreamWithSound.segments(delay: 10).enumerated() { server.serve(segment, at: "/sound-\(number).ts") }
    let list = (0..<4).map { "#EXTINF:1.0,\nsound-\($0).ts\n" }.joined()
    server.serve(Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n\(list)#EXT-X-ENDLIST\n".utf8), at: "/live.m3u8")
    let setup = try LiveSetup(server.url("/live.m3u8"), isFake: false, width: 320, height: 180)
    let (hasEnded, deadline) = (Locked(false), Date(timeIntervalSinceNow: 300))
    setup.node.on(Video.end) { hasEnded.withLock { $0 = true } }
    // The session's thread must be ahead of the clock: it waits for room, or the stream is read.
    func waitForSession() throws {
      while setup.node.storage.live.withLock({ !$0.hasEnded }), setup.node.facts == nil || setup.demand != nil, Date() < deadline {
        // As the next tick does.
        setup.node.storage.live.broadcast()
        sched_yield()
        try setup.stage.settle()
      }
    }
    var (pictures, late) = (Set<Int>(), [[Int]]())
    while !hasEnded.withLock({ $0 }), Date() < deadline {
      try waitForSession()
      try setup.step(0.02)
      let heard = setup.level / 128
      guard heard > 0 else { continue }
      let picture = Clips.number(in: setup.stage.framebuffer)
      pictures.insert(picture)
      if !(heard - 1...heard + 1).contains(picture) { late.append([heard, picture]) }
    }
    #expect(hasEnded.withLock { $0 } && pictures.isSuperset(of: 10..<99) && late.isEmpty, "\(pictures.count), \(late.prefix(5))")
    let all = setup.device.samples
    let start = try #require(all.firstIndex { $0 != 0 })
    // Picture 0 is silent.
    #expect(all[start...].prefix(99 * 3840) == StreamWithSound.samples[3840...])
  }
}
