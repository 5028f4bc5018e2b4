import Foundation
import Tessera
import TesseraGeometry
import TesseraKit
import TesseraRender
import TesseraTestSupport
import Testing

@testable import TesseraDevices

/// Pipes that are read slowly, late, not at all, or not any more.
@Suite struct StreamTests {
  private let path: String
  init() throws {
    signal(SIGPIPE, SIG_IGN)
    path = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)").path
    try #require(mkfifo(path, 0o600) == 0)
  }
  private func remove() { unlink(path) }

  private func reader() -> Int32 { open(path, O_RDONLY | O_NONBLOCK) }

  private func read(_ file: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Foundation.read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  private func frame(_ color: UInt32, _ width: Int = 200, _ height: Int = 200) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height)
    buffer.withUnsafeMutableBytes { bytes in
      for i in stride(from: 0, to: bytes.count, by: 4) { bytes.storeBytes(of: 0xFF00_0000 | color, toByteOffset: i, as: UInt32.self) }
    }
    return buffer
  }

  private func stage(_ display: any StreamDisplay, _ clock: ManualClock = ManualClock(), size: Double = 200) throws -> Stage {
    let stage = try Stage(size: Size(size, size), root: BoxNode(), clock: clock, workers: WorkerPool(threads: 0), background: .white)
    stage.attach(display)
    stage.display = display
    return stage
  }

  @Test func aSlowReaderNeitherBlocksNorQueuesFrames() throws {
    defer { remove() }
    let file = reader()
    defer { close(file) }
    let display = try RawStreamDisplay(path)
    let stage = try stage(display)
    stage.root.background = .color(Color(rgb: 1))
    try stage.settle()
    // A frame of 160,000 bytes; a pipe holds 65,536.
    #expect(!display.isReady)
    let painted = stage.statistics.paintedFrames
    for i in 2..<50 {
      stage.root.background = .color(Color(rgb: UInt32(i)))
      try stage.settle()
    }
    #expect(stage.statistics.paintedFrames == painted, "nothing is painted that nobody takes")
    var bytes: [UInt8] = []
    while bytes.count < 320_000 {
      let new = read(file)
      try stage.settle()
      if new.isEmpty, display.isReady { break }
      bytes += new
    }
    #expect(bytes.count == 320_000)
    #expect(bytes[0] == 1 && bytes[160_000] == 49, "the first and the newest")
    try display.finish()
  }

  @Test func aClosedPipeIsAnError() throws {
    defer { remove() }
    let file = reader()
    let display = try RawStreamDisplay(path)
    var stopped = 0
    display.onFailure = { _ in stopped += 1 }
    let stage = try stage(display)
    stage.root.background = .color(Color(rgb: 1))
    try stage.settle()
    close(file)
    try stage.settle()
    let message = display.failure.map { "\($0)" } ?? ""
    #expect(message == "cannot write \(path): the reader has closed the pipe")
    #expect(stopped == 1)
    #expect(throws: DeviceError.self) { try display.present(try frame(0), damage: [], at: 0) }
  }

  @Test func aFullDiskIsAnError() throws {
    defer { remove() }
    let display = try RawStreamDisplay("/dev/full")
    #expect(throws: DeviceError.system(action: "write", path: "/dev/full", code: ENOSPC)) {
      try display.present(try frame(0), damage: [], at: 0)
    }
    let video = try Y4MDisplay("/dev/full")
    #expect(throws: DeviceError.self) { try video.present(try frame(0), damage: [], at: 0) }
    #expect(video.failure == .system(action: "write", path: "/dev/full", code: ENOSPC))
  }

  @Test func aPipeMayFindItsReaderLater() throws {
    defer { remove() }
    let display = try RawStreamDisplay(path)
    let clock = ManualClock()
    let stage = try stage(display, clock)
    stage.root.background = .color(Color(rgb: 7))
    try stage.settle()
    #expect(!display.isReady && display.deadline != nil && stage.statistics.paintedFrames == 0)
    let file = reader()
    defer { close(file) }
    clock.advance(by: 0.2)
    try stage.settle()
    #expect(display.deadline == nil)
    #expect(read(file).first == 7)
  }

  @Test func videoIsWrittenToPipesInRealTime() throws {
    defer { remove() }
    let file = reader()
    defer { close(file) }
    let display = try Y4MDisplay(path, framesPerSecond: 10)
    let clock = ManualClock()
    let stage = try stage(display, clock, size: 40)
    try stage.settle()
    let size = 6 + 40 * 40 * 3 / 2
    var bytes = read(file)
    let header = try #require(bytes.firstIndex(of: 10)) + 1
    #expect(bytes.count == header)
    clock.advance(by: 0.1)
    try stage.settle()
    #expect(read(file).count == size, "a frame though nothing changed")
    // 200 frames are due and the pipe holds 27: the rest follows as it is read, the clock standing still.
    clock.advance(by: 20)
    try stage.settle()
    #expect(!display.isReady)
    bytes = []
    while true {
      let new = read(file)
      try stage.settle()
      if new.isEmpty, display.isReady { break }
      bytes += new
    }
    #expect(bytes.count == 200 * size && display.frameCount == 201)
    // The end cuts no frame in two.
    clock.advance(by: 0.3)
    try display.finish(at: clock.now)
    #expect(read(file).count == 3 * size)
  }
}
