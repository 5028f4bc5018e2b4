import CTesseraCounting
import Foundation
import Tessera
import TesseraDevices
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// A long life of a screen, on a manual clock: feeds and tables that are scrolled, reloads, memory that is short, viewers that come and go.
///
/// `make soak` plays an hour, alone in its process, and weighs the process. Among other tests it plays half a minute and looks at pictures alone.
/// `SoakTests+Growth.swift` weighs what many short lives leave behind.
@Suite(.serialized) struct SoakTests {
  private static let wanted = ProcessInfo.processInfo.environment["TESSERA_SOAK_SECONDS"].flatMap(Double.init)
  /// Seconds of the screen's clock.
  private static let seconds = wanted ?? 30
  /// Whether nothing else runs in the process, so that what it holds is this suite's.
  static let isAlone = wanted != nil

  /// What must not grow.
  struct Holdings: CustomStringConvertible {
    let heapBytes: Int
    let descriptors: Int
    let threads: Int
    var description: String { "\(heapBytes) bytes of heap, \(descriptors) descriptors, \(threads) threads" }

    /// Those of this process now, after what can be given up is.
    init() throws {
      FontLibrary.shared.trimGlyphs(to: 0)
      FontLibrary.shared.trimShapedTexts(to: 0)
      FontLibrary.shared.trimShapedWords(to: 0)
      ImageCache.shared.removeAll()
      heapBytes = Int(tc_heap_bytes())
      descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    }
  }

  @Test(arguments: ["scroll.yaml", "table.yaml", "showcase.yaml"]) func memoryDoesNotGrowWithRunTime(scene file: String) throws {
    let path = try PackageFolder.root() + "/docs/examples/" + file
    var scene = try Scene.load(file: path, registry: .standard)
    let h = try HeadlessStage(sceneFile: path, width: 480, height: 320)
    try h.advance(by: 1)
    let first = try h.snapshot()
    let start = h.clock.now
    var (rounds, before) = (0, Holdings?.none)
    while h.clock.now - start < Self.seconds {
      try live(h)
      // Read again, as SIGHUP has it; every other time the tree is made anew.
      let new = try Scene.load(file: path, registry: .standard)
      h.stage.root = rounds % 2 == 0 ? try new.makeRoot() : try new.update(h.stage.root, from: scene)
      scene = new
      try h.advance(by: 1)
      if rounds % 2 == 0 {
        try expectEqualPixels(h.framebuffer, first, "\(file) after round \(rounds), \(h.clock.now - start) s, against its first showing")
      }
      rounds += 1
      if rounds == 4 { before = try Holdings() }
    }
    let after = try Holdings()
    let early = try #require(before, "four rounds come first; more seconds would be right")
    expectNoGrowth(from: early, to: after, "\(file), \(rounds) rounds")
    #expect(h.errors.isEmpty, "\(h.errors)")
  }

  /// What a person does in some seconds: throws, taps, keys; memory is short in between.
  private func live(_ h: HeadlessStage) throws {
    for way in [-1.0, -1, 1, -1, 1, 1] {
      try h.drag(from: Point(240, 160 - way * 100), to: Point(240, 160 + way * 100))
      try h.advance(by: 0.5)
    }
    h.stage.memoryPressure = .critical
    try h.advance(by: 0.1)
    h.stage.memoryPressure = .none
    try h.tap(at: Point(240, 160))
    for key in [KeyPress.Key.next, .next, .enter, .escape] { try h.key(key) }
    try h.advance(by: 0.5)
  }

  @Test func viewersThatConnectAndDisconnectLeaveNothingBehind() throws {
    let h = try HeadlessStage(sceneFile: try PackageFolder.root() + "/docs/examples/scroll.yaml", width: 480, height: 320)
    var options = VNCOptions()
    options.port = 0
    let display = try VNCDisplay(options, width: 480, height: 320)
    defer { display.close() }
    h.stage.attach(display)
    h.stage.display = display
    try h.settle()
    let rounds = max(8, Int(Self.seconds / 2))
    var before: Holdings?
    for round in 0..<rounds {
      let outcome = Locked<Result<Int, any Error>?>(nil)
      let port = display.options.port
      Thread.detachNewThread {
        let result = Result {
          var viewer = try Viewer(port: port)
          defer { viewer.close() }
          try viewer.begin()
          try viewer.ask(incremental: false)
          var picture = [UInt8](repeating: 0, count: viewer.width * viewer.height * 4)
          return try viewer.update(&picture).count
        }
        outcome.withLock { $0 = result }
      }
      // The loop serves it frame by frame until it has its picture.
      var frames = 0
      while outcome.withLock({ $0 == nil }) {
        try h.advance(by: 1.0 / 60)
        frames += 1
        try #require(frames < 1_000_000, "round \(round): the viewer gets no picture")
      }
      #expect(try outcome.withLock { try $0?.get() } ?? 0 > 0)
      if round == 3 {
        try settle(h, display)
        before = try Holdings()
      }
    }
    try settle(h, display)
    let after = try Holdings()
    let early = try #require(before)
    expectNoGrowth(from: early, to: after, "viewers, \(rounds) rounds")
  }

  private func expectNoGrowth(from early: Holdings, to after: Holdings, _ what: String) {
    guard Self.isAlone else { return }
    print("soak, \(what): \(early), then \(after)")
    #expect(after.heapBytes <= early.heapBytes + 1 << 20, "\(what): \(early), then \(after)")
    #expect(after.descriptors <= early.descriptors && after.threads <= early.threads, "\(what): \(early), then \(after)")
  }

  /// Waits until the threads of viewers that are gone have ended, frame by frame.
  private func settle(_ h: HeadlessStage, _ display: VNCDisplay) throws {
    let base = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
    var (frames, still) = (0, 0)
    var last = base
    while still < 200, frames < 100_000 {
      try h.advance(by: 1.0 / 60)
      let now = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
      still = now == last ? still + 1 : 0
      last = now
      frames += 1
    }
  }
}
