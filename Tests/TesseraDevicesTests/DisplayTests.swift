import Foundation
import ImagePlugin
import TesseraDevices
import TesseraGeometry
import TesseraRender
import TesseraTestSupport
import Testing

@Suite struct DisplayTests {
  private let directory: URL
  init() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent("tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }
  private func path(_ name: String) -> String { directory.appendingPathComponent(name).path }
  private func content(_ name: String) -> [UInt8] { FileManager.default.contents(atPath: path(name)).map { [UInt8]($0) } ?? [] }
  private func remove() { try? FileManager.default.removeItem(at: directory) }

  private func noise(_ width: Int, _ height: Int, seed: UInt64) throws -> PixelBuffer {
    let buffer = try PixelBuffer(width: width, height: height)
    var random = SeededGenerator(seed: seed)
    buffer.withUnsafeMutableBytes { bytes in
      for i in stride(from: 0, to: bytes.count, by: 4) {
        for c in 0..<3 { bytes[i + c] = UInt8.random(in: 0...255, using: &random) }
        bytes[i + 3] = 255
      }
    }
    return buffer
  }

  @Test(arguments: PixelFormat.allCases.filter { $0 != .coverage8 }, Rotation.allCases)
  func damageByDamageGivesTheFrameAsAWhole(format: PixelFormat, rotation: Rotation) throws {
    defer { remove() }
    let (width, height) = (37, 21)
    let turned = rotation == .quarter || rotation == .threeQuarters
    let (w, h) = turned ? (height, width) : (width, height)
    let frame = try noise(width, height, seed: 1)
    let whole = try frame.converted(to: format, rotation: rotation)
    let stride = try #require(format.minimumStride(width: w)) + 8
    let memory = UnsafeMutableRawPointer.allocate(byteCount: stride * h, alignment: 16)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: stride * h)
    let display = try MemoryDisplay(pointer: memory, width: w, height: h, stride: stride, format: format, rotation: rotation)
    var random = SeededGenerator(seed: 3)
    var damage = [PixelRect(x: -4, y: -4, width: 20, height: 30), PixelRect(x: 16, y: 0, width: 100, height: 100)]
    for _ in 0..<5 {
      damage.append(PixelRect(x: Int.random(in: 0..<37, using: &random), y: Int.random(in: 0..<21, using: &random), width: 9, height: 3))
    }
    try display.present(frame, damage: damage, at: 0)
    let packed = (w * format.bitsPerPixel + 7) / 8
    for y in 0..<h {
      let row = UnsafeRawBufferPointer(start: memory + y * stride, count: stride)
      let reference = whole.withUnsafeBytes { Array($0[y * whole.stride..<y * whole.stride + packed]) }
      // Bits beyond the last pixel of a row do not count.
      let bits = w * format.bitsPerPixel % 8
      let mask = bits == 0 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF << (8 - bits))
      #expect(Array(row[..<(packed - 1)]) == reference.dropLast() && row[packed - 1] & mask == reference[packed - 1] & mask, "row \(y)")
      #expect(row[packed...].allSatisfy { $0 == 0x5A })
    }
  }

  @Test func aMemoryDisplayConvertsNothingButDamage() throws {
    defer { remove() }
    let target = try PixelBuffer(width: 10, height: 10)
    let display = MemoryDisplay(target)
    try display.present(noise(10, 10, seed: 2), damage: [PixelRect(x: 2, y: 3, width: 4, height: 5)], at: 0)
    for y in 0..<10 {
      for x in 0..<10 {
        #expect((target.color(x: x, y: y).alpha > 0) == ((2..<6).contains(x) && (3..<8).contains(y)))
      }
    }
    #expect(throws: DeviceError.self) { try display.present(noise(9, 10, seed: 2), damage: [], at: 0) }
  }

  @Test func everyFrameBecomesAFile() throws {
    defer { remove() }
    let display = try PNGSequenceDisplay(directory: directory.path)
    let frames = try (0..<3).map { try noise(5, 4, seed: UInt64($0 + 10)) }
    for (index, frame) in frames.enumerated() { try display.present(frame, damage: [], at: Double(index)) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == [
        "frame-000000.png", "frame-000001.png", "frame-000002.png",
      ])
    for (index, frame) in frames.enumerated() {
      #expect(try RawEncoder.encode(ImageDecoder.decode(file: path("frame-00000\(index).png"))) == RawEncoder.encode(frame))
    }
    #expect(throws: DeviceError.self) { try PNGSequenceDisplay(directory: path("none/deeper")) }
  }

  @Test func rawFramesAreWrittenInOrder() throws {
    defer { remove() }
    let display = try RawStreamDisplay(path("a.raw"), format: .rgb565)
    let frames = try [noise(6, 2, seed: 1), noise(6, 2, seed: 2)]
    for frame in frames { try display.present(frame, damage: [], at: 0) }
    #expect(!FileManager.default.fileExists(atPath: path("a.raw")))
    try display.finish()
    #expect(try content("a.raw") == frames.flatMap { try RawEncoder.encode($0, format: .rgb565) })
  }

  @Test func aRecordingHasOneFrameForEveryInterval() throws {
    defer { remove() }
    let display = try Y4MDisplay(path("a.y4m"), framesPerSecond: 10)
    let (a, b, c) = (try noise(7, 5, seed: 1), try noise(7, 5, seed: 2), try noise(7, 5, seed: 3))
    let all = [PixelRect(x: 0, y: 0, width: 7, height: 5)]
    try display.present(a, damage: all, at: 100)
    try display.present(b, damage: all, at: 100.3)  // a fills three
    try display.present(c, damage: all, at: 100.34)  // in b's interval: c is what it shows
    try display.finish(at: 100.5)
    let bytes = content("a.y4m")
    let start = try #require(bytes.firstIndex(of: 10)) + 1
    let size = 6 + 35 + 2 * 12
    #expect(display.frameCount == 5 && bytes.count == start + 5 * size)
    #expect(String(decoding: bytes[..<start], as: UTF8.self) == "YUV4MPEG2 W7 H5 F10:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED\n")
    func frame(_ n: Int) -> [UInt8] { Array(bytes[start + n * size..<start + (n + 1) * size]) }
    #expect(frame(0) == frame(1) && frame(1) == frame(2) && frame(2) != frame(3) && frame(3) == frame(4))
    #expect(throws: DeviceError.self) {
      let other = try Y4MDisplay(path("b.y4m"))
      try other.present(a, damage: all, at: 0)
      try other.present(b, damage: all, at: 1e12)
    }
    #expect(!FileManager.default.fileExists(atPath: path("b.y4m")))
  }

  @Test func convertingDamageGivesTheSamePlanesAsTheWhole() throws {
    defer { remove() }
    for (width, height) in [(16, 12), (17, 13), (1, 1), (2, 1), (33, 2)] {
      let (old, new) = (try noise(width, height, seed: 8), try noise(width, height, seed: 8))
      var random = SeededGenerator(seed: 4)
      var damage: [PixelRect] = []
      for n in 0..<4 {
        let rect = PixelRect(
          x: Int.random(in: 0..<width, using: &random), y: Int.random(in: 0..<height, using: &random),
          width: Int.random(in: 1...8, using: &random), height: Int.random(in: 1...5, using: &random))
        new.clear(Color(red: Float(n) / 4, green: 0.5, blue: 0.2), in: rect)
        damage.append(rect)
      }
      let (parts, whole) = (path("parts.y4m"), path("whole.y4m"))
      let a = try Y4MWriter(parts, width: width, height: height, range: .full)
      try a.update(old)
      try a.update(new, damage: damage)
      try a.writeFrame()
      try a.finish()
      let b = try Y4MWriter(whole, width: width, height: height, range: .full)
      try b.append(new)
      try b.finish()
      #expect(content("parts.y4m") == content("whole.y4m"), "\(width)x\(height)")
    }
  }

  @Test func samplesFollowBT601() throws {
    defer { remove() }
    for range in Y4MWriter.Range.allCases {
      for (r, g, b) in [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (0, 0, 0), (90, 180, 30), (128, 128, 128)] {
        let frame = try PixelBuffer(width: 2, height: 2)
        frame.clear(Color(red: Float(r) / 255, green: Float(g) / 255, blue: Float(b) / 255))
        let writer = try Y4MWriter(path("c.y4m"), width: 2, height: 2, range: range)
        try writer.append(frame)
        try writer.finish()
        let samples = content("c.y4m").suffix(6).map(Double.init)
        let luma = 0.299 * Double(r) + 0.587 * Double(g) + 0.114 * Double(b)
        let (cb, cr) = ((Double(b) - luma) / 1.772, (Double(r) - luma) / 1.402)
        let expected = range == .full ? [luma, 128 + cb, 128 + cr] : [16 + luma * 219 / 255, 128 + cb * 224 / 255, 128 + cr * 224 / 255]
        for (got, want) in zip([samples[0], samples[4], samples[5]], expected) {
          #expect(abs(got - min(255, want)) <= 0.51, "\(r) \(g) \(b)")
        }
      }
    }
  }

  @Test func videoOfAnImpossibleSizeOrRateIsRefused() throws {
    defer { remove() }
    for (width, height, rate) in [(0, 1, 30), (1, 20000, 30), (4, 4, 0)] {
      #expect(throws: DeviceError.self) { try Y4MWriter(path("x"), width: width, height: height, rate: (rate, 1)) }
    }
    let writer = try Y4MWriter(path("x"), width: 4, height: 4)
    #expect(throws: DeviceError.self) { try writer.append(noise(5, 4, seed: 1)) }
  }
}
