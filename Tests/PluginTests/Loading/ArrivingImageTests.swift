import Foundation
import TesseraGeometry
import TesseraLoading
import TesseraRender
import TesseraTestSupport
import Testing

@testable import ImagePlugin
@testable import Tessera

/// Display of pictures while they load.
@Suite struct ArrivingImageTests {
  private let network = FakeNetwork()
  private let loader: DataLoader
  private static let url = "http://example.org/launch-pad-progressive.jpg"

  init() { loader = DataLoader(downloader: network, cache: .some(nil), clock: network, isManual: true) }

  private static func photo(_ name: String = "launch-pad-progressive.jpg") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: PackageFolder.root() + "/docs/examples/assets/photos/" + name)))
  }

  private func node(_ change: (inout Image) -> Void = { _ in }) -> ImageNode {
    var image = Image(url: Self.url, contentMode: .stretch)
    change(&image)
    let node = ImageNode(image)
    node.loader = loader
    (node.style.width, node.style.height) = (.points(100), .points(60))
    return node
  }

  private func stage(_ nodes: [ImageNode], width: Double = 200, height: Double = 60) throws -> HeadlessStage {
    let h = try HeadlessStage(width: width, height: height, settled: false) {
      let root = BoxNode()
      for node in nodes { root.addSubnode(node) }
      return root
    }
    try settle(h)
    return h
  }

  private func settle(_ h: HeadlessStage) throws {
    for _ in 0..<6 {
      loader.runPending()
      try h.stage.settle()
    }
  }

  private func pixels(_ h: HeadlessStage) -> [UInt8] { h.framebuffer.withUnsafeBytes { Array($0) } }

  /// Mean difference of the green channel, the second byte of each pixel.
  private func difference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var (sum, at) = (0, 1)
    while at < a.count {
      sum += abs(Int(a[at]) - Int(b[at]))
      at += 4
    }
    return Double(sum) / Double(a.count / 4)
  }

  /// Sends a part of the picture in pieces of 1,000 bytes, or of another size. Runs all work of loader and stage after each piece.
  private func send(
    _ bytes: [UInt8], _ range: Range<Int>, by piece: Int = 1000, _ h: HeadlessStage, after: () throws -> Void = {}
  ) throws {
    for at in stride(from: range.lowerBound, to: range.upperBound, by: piece) {
      let end = min(range.upperBound, at + piece)
      network.send(Self.url, bytes[at..<end], isLast: end == bytes.count)
      try settle(h)
      try after()
    }
  }

  @Test func `each scan is drawn after it arrives, and the complete picture replaces the last without a fade`() throws {
    let bytes = try Self.photo()
    let node = node { $0.fade = 1 }
    (node.style.width, node.style.height) = (.points(480), .points(320))
    let h = try stage([node], width: 480, height: 320)
    network.begin(Self.url, count: bytes.count)
    var pictures = [pixels(h)]
    let before = h.stage.statistics.draws
    try send(bytes, 0..<bytes.count - 500, h) {
      try h.advance(by: 1.5)
      let now = pixels(h)
      if pictures.last != now { pictures.append(now) }
    }
    #expect(node.loadedURL == nil && pictures.count >= 4)
    // At most one draw for each scan, of which this picture has ten.
    #expect(h.stage.statistics.draws - before <= 10)
    #expect(!h.stage.hasWorkUnderWay)
    try send(bytes, bytes.count - 500..<bytes.count, h)
    #expect(node.loadedURL == Self.url)
    let whole = pixels(h)
    try h.advance(by: 2)
    #expect(pixels(h) == whole)
    let distances = pictures.dropFirst().map { difference($0, whole) }
    #expect(distances.first! > distances.last!)
    #expect(node.storage.loads.partial(Self.url) == nil)
  }

  @Test func `nodes with one URL draw one decoded picture while it loads`() throws {
    let bytes = try Self.photo()
    let nodes = [node(), node()]
    let h = try stage(nodes)
    network.begin(Self.url, count: bytes.count)
    try send(bytes, 0..<bytes.count / 2, h)
    let partials = nodes.map { $0.storage.loads.partial(Self.url) }
    #expect(network.tasks.count == 1 && partials[0] != nil && partials[0] === partials[1])
    #expect(TestPixel(h.framebuffer, 50, 30) == TestPixel(h.framebuffer, 150, 30))
    #expect(TestPixel(h.framebuffer, 50, 30) != TestPixel(255, 255, 255))
  }

  @Test func `cache state can be read and released during a decode`() throws {
    let bytes = try Self.photo()
    let node = node()
    let h = try stage([node])
    network.begin(Self.url, count: bytes.count)
    try send(bytes, 0..<bytes.count / 2, h)
    let picture = try #require(node.storage.loads.partial(Self.url))
    #expect(picture.bytes > 0)
    // The query arrives while the preview is decoded. Waiting for the preview would deadlock.
    var held: [Int] = []
    let preview = picture.preview(of: nil, width: 33, height: 21) {
      if held.count == 1 { picture.abandon() }
      held.append(picture.bytes)
      return false
    }
    #expect(preview != nil && held.count > 2 && held[0] > 0 && held.last == 0)
    #expect(picture.bytes == 0 && picture.preview(of: nil, width: 20, height: 20, isCancelled: { false }) == nil)
  }

  @Test func `a node without a size of its own has that of the picture with the first scan`() throws {
    let bytes = try Self.photo()
    let node = node { $0.imageScale = 4 }
    (node.style.width, node.style.height) = (.auto, .auto)
    let h = try stage([node])
    network.begin(Self.url, count: bytes.count)
    #expect(node.frame.width == 0)
    try send(bytes, 0..<bytes.count / 2, h)
    #expect(node.frame.width > 0 && node.loadedURL == nil)
  }

  @Test func `scans are not drawn if they are disabled`() throws {
    let bytes = try Self.photo()
    let h = try stage([node { $0.showsScans = false }])
    let shown = pixels(h)
    network.begin(Self.url, count: bytes.count)
    try send(bytes, 0..<bytes.count / 2, h)
    #expect(pixels(h) == shown)
  }

  @Test(arguments: [ImageCrop.shares(0.5, 0.25, 0.5, 0.5), .shares(0, 0, 0.25, 0.25), .shares(0.9, 0.9, 0.1, 0.1)])
  func `a node with a crop draws its part of the received scans`(crop: ImageCrop) throws {
    let bytes = try Self.photo()
    let h = try stage([node { $0.crop = crop }])
    network.begin(Self.url, count: bytes.count)
    let empty = pixels(h)
    try send(bytes, 0..<bytes.count - 500, by: 22_000, h)
    let part = pixels(h)
    try send(bytes, bytes.count - 500..<bytes.count, h)
    let whole = pixels(h)
    // The last scan is missing, and the smallest part is the largest on the screen.
    #expect(difference(part, whole) < 8 && difference(empty, whole) > 40)
  }

  @Test func `nodes with different crops share the received scans`() throws {
    let bytes = try Self.photo()
    let nodes = [node { $0.crop = .shares(0, 0, 0.5, 0.5) }, node { $0.crop = .shares(0.5, 0.5, 0.5, 0.5) }]
    let h = try stage(nodes)
    network.begin(Self.url, count: bytes.count)
    try send(bytes, 0..<bytes.count / 2, by: 11_000, h)
    let partials = nodes.map { $0.storage.loads.partial(Self.url) }
    #expect(partials[0] != nil && partials[0] === partials[1])
    #expect(TestPixel(h.framebuffer, 50, 30) != TestPixel(h.framebuffer, 150, 30))
  }

  /// A picture of one colour in the size of the photo divided by `divisor`.
  private func preview(_ divisor: Int, of bytes: [UInt8]) throws -> ImageSource {
    let header = try ImageDecoder.probe(bytes: bytes)
    let pixels = try PixelBuffer(width: max(1, header.width / divisor), height: max(1, header.height / divisor))
    pixels.clear(.black)
    return .pixels(pixels)
  }

  @Test func `scans replace a coarse preview immediately`() throws {
    let bytes = try Self.photo()
    let coarse = try preview(100, of: bytes)
    let node = node { $0.previews = [coarse] }
    let h = try stage([node])
    let before = pixels(h)
    network.begin(Self.url, count: bytes.count)
    try send(bytes, 0..<bytes.count / 2, by: 11_000, h)
    #expect(pixels(h) != before && node.loadedURL == nil)
  }

  @Test func `a preview that shows more than the scans stays`() throws {
    let bytes = try Self.photo()
    let sharp = try preview(1, of: bytes)
    let node = node { $0.previews = [sharp] }
    let h = try stage([node])
    let before = pixels(h)
    network.begin(Self.url, count: bytes.count)
    try send(bytes, 0..<bytes.count / 2, by: 11_000, h)
    #expect(pixels(h) == before)
    try send(bytes, bytes.count / 2..<bytes.count, by: 30_000, h)
    #expect(pixels(h) != before && node.loadedURL == Self.url)
  }

  @Test func `a preview gives way to the first scan that shows more, and keeps the size of the node`() throws {
    let bytes = try Self.photo()
    let middling = try preview(4, of: bytes)
    let node = node { $0.previews = [middling] }
    (node.style.width, node.style.height) = (.auto, .auto)
    let h = try stage([node], width: 480, height: 320)
    let (before, size) = (pixels(h), node.frame.size)
    network.begin(Self.url, count: bytes.count)
    var isShown: [Bool] = []
    try send(bytes, 0..<bytes.count - 500, by: 4000, h) {
      isShown.append(pixels(h) == before)
      #expect(node.frame.size == size)
    }
    // The first scan of this picture contains every eighth sample of a side.
    #expect(isShown.first == true && isShown.last == false)
    #expect(isShown == isShown.filter { $0 } + isShown.filter { !$0 })
  }

  @Test func `the previous picture stays until the first scan, and returns if the rest is damaged`() throws {
    let bytes = try Self.photo()
    let node = node()
    node.source = .encoded(EncodedImage(TestPNG(width: 4, height: 4, colorType: 2) { _, _, c in [255, 0, 0][c] }.bytes()))
    let h = try stage([node])
    node.source = .url(Self.url)
    try settle(h)
    network.begin(Self.url, count: bytes.count)
    #expect(TestPixel(h.framebuffer, 50, 30) == TestPixel(255, 0, 0))
    try send(bytes, 0..<bytes.count / 2, h)
    #expect(TestPixel(h.framebuffer, 50, 30) != TestPixel(255, 0, 0))
    var broken = bytes
    for at in bytes.count / 2..<bytes.count { broken[at] = at % 2 == 0 ? 0xFF : 0xD9 }
    try send(broken, bytes.count / 2..<bytes.count, h)
    #expect(node.loadFailure != nil && TestPixel(h.framebuffer, 50, 30) == TestPixel(255, 0, 0))
  }

  @Test func `progressive decoding ends under memory pressure, and the picture appears complete`() throws {
    let bytes = try Self.photo()
    let node = node()
    let h = try stage([node])
    network.begin(Self.url, count: bytes.count)
    try send(bytes, 0..<bytes.count / 2, h)
    let partial = try #require(node.storage.loads.partial(Self.url))
    #expect(partial.bytes > 0)
    partial.abandon()
    #expect(partial.bytes == 0)
    try send(bytes, bytes.count / 2..<bytes.count, h)
    #expect(node.loadedURL == Self.url)
  }
}
