import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import Testing

@testable import TesseraDevices

/// Counts frames, has something new to paint after each, and sends this thread a signal with one of them.
private final class SignallingDisplay: Display {
  private let node: BoxNode
  private let signal: Int32
  private let signalled: Int
  private(set) var frames = 0

  init(_ node: BoxNode, sends signal: Int32, withFrame signalled: Int) {
    (self.node, self.signal, self.signalled) = (node, signal, signalled)
  }

  func present(_ frame: PixelBuffer, damage: [PixelRect], at time: Double) {
    frames += 1
    let next = UInt32(frames)
    node.updateProperties { $0.background = .color(.init(rgb: next & 0xFFFFFF)) }
    // To this thread, which holds it back; other tests run on others.
    if frames == signalled { pthread_kill(pthread_self(), signal) }
  }
}

@Suite struct SignalTests {
  /// The loop never sleeps here, since each frame asks for another: a signal counts all the same, before more than one frame is painted.
  @Test(arguments: [SIGTERM, SIGINT]) func aSignalToStopEndsTheLoopWithinAFrame(signal: Int32) throws {
    let source = try SignalSource()
    let root = BoxNode()
    let stage = try Stage(size: Size(20, 10), scale: 1, root: root, clock: RealClock(), workers: WorkerPool(threads: 0), background: .white)
    let display = SignallingDisplay(root, sends: signal, withFrame: 3)
    var messages: [SignalSource.Message] = []
    source.onMessage = { message, stage in
      messages.append(message)
      stage.stop()
    }
    stage.attach(source)
    stage.display = display
    try stage.run(framesPerSecond: 1000)
    #expect(messages == [.stop])
    #expect((3...4).contains(display.frames), "\(display.frames) frames, the signal came with the third")
  }
}

@Suite struct SleepTests {
  /// The clock jumps, by a sleep or by somebody's hand: only the first is a sleep.
  @Test func aSleepIsDistinguishedFromAChangedClock() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    defer { close(ends[1]) }
    var slept = 3.0
    var wakes = 0
    let watch = SleepWatch(file: ends[0], slept: { slept }, { _ in wakes += 1 })
    let stage = try Stage(
      size: Size(20, 10), scale: 1, root: BoxNode(), clock: RealClock(), workers: WorkerPool(threads: 0), background: .white)
    stage.attach(watch)
    try stage.settle()
    #expect(wakes == 0)
    for (after, expected) in [(3.0, 0), (8, 1), (8, 1), (8.5, 2)] {
      slept = after
      #expect(write(ends[1], "12345678", 8) == 8)
      try stage.settle()
      #expect(wakes == expected, "\(after) s")
    }
  }

  @Test func theSleepFileOfTheKernelIsSilentWhileTheMachineIsAwake() throws {
    var wakes = 0
    let watch = try SleepWatch { _ in wakes += 1 }
    let stage = try Stage(
      size: Size(20, 10), scale: 1, root: BoxNode(), clock: RealClock(), workers: WorkerPool(threads: 0), background: .white)
    var poll = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(Foundation.poll(&poll, 1, 0) == 0)
    watch.serve(stage)
    #expect(wakes == 0)
  }
}
