import Tessera
import TesseraGeometry
import TesseraLoading
import TesseraRender
import TesseraTestSupport
import Testing

@testable import ImagePlugin

/// Cache in memory, for tests of nodes.
private final class KeptBodies: DataCache {
  private let kept = Locked<[String: CachedData]>([:])
  func data(for url: String) -> CachedData? { kept.withLock { $0[url] } }
  func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String) {
    kept.withLock { $0[url] = CachedData(bytes: bytes, metadata: metadata) }
  }
  func confirm(_ metadata: CacheMetadata, for url: String) { kept.withLock { $0[url]?.metadata = metadata } }
  func remove(_ url: String) { kept.withLock { $0[url] = nil } }
  func removeAll() { kept.withLock { $0 = [:] } }
}

/// Invalid answers, and the valid copies that were cached before.
@Suite struct RejectedImageTests {
  private let network = FakeNetwork()
  private let cache = KeptBodies()
  private let loader: DataLoader
  private static let red = picture(255, 0, 0)
  private static let blue = picture(0, 0, 255)
  private static let url = "http://example.org/a.png"
  /// Answers with a success status whose bodies cannot be displayed.
  private static let useless: [(name: String, bytes: [UInt8])] = [
    ("a log-in page", Array("<html>please log in</html>".utf8)), ("nothing", []), ("a cut picture", Array(green.dropLast(40))),
    ("a damaged picture", damaged), ("a format that nothing reads", exr),
    ("a picture beyond every limit", TestPNG(width: 20, height: 20, colorType: 2, claimed: (16_000, 16_000)) { _, _, _ in 0 }.bytes()),
  ]
  private static let green = picture(0, 255, 0)
  private static let exr: [UInt8] = [0x76, 0x2F, 0x31, 0x01] + [UInt8](repeating: 0, count: 100)
  private static var damaged: [UInt8] {
    var bytes = green
    bytes[60] ^= 0x55
    return bytes
  }

  init() { loader = DataLoader(downloader: network, cache: cache, clock: network, isManual: true) }

  private static func picture(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
    TestPNG(width: 20, height: 20, colorType: 2) { x, y, c in ([red, green, blue][c] + x + y) % 256 }.bytes()
  }

  private func keep(_ bytes: [UInt8], freshFor seconds: Double = 0) {
    let now = network.wall
    cache.store(
      bytes, metadata: CacheMetadata(etag: "\"x\"", validatedAt: now - 10, freshUntil: now + seconds), for: Self.url)
  }

  private func node(_ change: (inout Image) -> Void = { _ in }) -> ImageNode {
    var image = Image(url: Self.url)
    change(&image)
    let node = ImageNode(image)
    node.loader = loader
    (node.style.width, node.style.height) = (.points(20), .points(20))
    return node
  }

  private func stage(_ nodes: [ImageNode]) throws -> HeadlessStage {
    try HeadlessStage(width: 100, height: 20) {
      let root = BoxNode()
      for node in nodes { root.addSubnode(node) }
      return root
    }
  }

  private func settle(_ h: HeadlessStage) throws {
    for _ in 0..<8 {
      loader.runPending()
      try h.stage.settle()
    }
  }

  private func pixel(_ h: HeadlessStage, _ x: Int = 0) -> TestPixel { TestPixel(h.framebuffer, x, 0) }
  private var bytes: [UInt8]? { cache.data(for: Self.url)?.bytes }

  @Test(arguments: useless.indices) func `a response that is not a picture keeps the cached copy, which is shown`(at: Int) throws {
    keep(Self.red)
    let node = node()
    let h = try stage([node])
    try settle(h)
    network.answer(Self.url, Self.useless[at].bytes)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 0, 0), "\(Self.useless[at].name)")
    #expect(bytes == Self.red && node.loadFailure == nil && h.errors.isEmpty, "\(Self.useless[at].name)")
    #expect(cache.data(for: Self.url)?.metadata.isFresh(at: network.wall) == false)
    // Later nodes show the valid copy, too.
    let late = self.node()
    h.root.addSubnode(late)
    try settle(h)
    #expect(pixel(h, 20) == TestPixel(255, 0, 0) && network.urls.count == 1)
  }

  @Test(arguments: useless.indices) func `a response that is not a picture is not cached, and fails without a cached copy`(at: Int) throws {
    let nodes = [node(), node()]
    let h = try stage(nodes)
    try settle(h)
    network.answer(Self.url, Self.useless[at].bytes)
    try settle(h)
    #expect(bytes == nil && nodes.allSatisfy { $0.loadFailure != nil }, "\(Self.useless[at].name)")
    #expect(h.errors.contains { $0.activity == .load } && !h.errors.contains { $0.activity == .draw })
    #expect(loader.isIdle && !h.stage.hasWorkUnderWay)
    nodes[0].reload()
    try settle(h)
    network.answer(Self.url, Self.red)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 0, 0) && bytes == Self.red)
  }

  @Test func `a picture is kept when it was drawn`() throws {
    let node = node()
    let h = try stage([node])
    try settle(h)
    network.answer(Self.url, Self.red)
    loader.runPending()
    #expect(bytes == nil)
    try settle(h)
    #expect(bytes == Self.red && pixel(h) == TestPixel(255, 0, 0))
  }

  @Test func `a picture that another node has drawn confirms its entry without a further draw`() throws {
    keep(Self.red)
    let first = node()
    let h = try stage([first])
    try settle(h)
    let task = try #require(network.tasks.last)
    task.receive(.response(DownloadResponse(status: 304, headers: [HTTPHeader("Cache-Control", "max-age=60")])))
    task.receive(.end(nil))
    try settle(h)
    #expect(cache.data(for: Self.url)?.metadata.isFresh(at: network.wall) == true)
    first.reload()
    try settle(h)
    network.tasks.last?.receive(.response(DownloadResponse(status: 304, headers: [HTTPHeader("Cache-Control", "max-age=600")])))
    network.tasks.last?.receive(.end(nil))
    try settle(h)
    #expect(cache.data(for: Self.url)?.metadata.isFresh(at: network.wall + 500) == true && network.urls.count == 2)
  }

  @Test(arguments: [1, 2]) func `a body of the cache that cannot be decoded is an error, and is removed`(kind: Int) throws {
    keep(Self.useless[kind].bytes, freshFor: 1000)
    let node = node()
    let h = try stage([node])
    try settle(h)
    #expect(network.urls.isEmpty && node.loadFailure != nil && bytes == nil)
    #expect(h.errors.count == 1 && h.errors.first?.activity == .load)
  }

  @Test func `a failed reload keeps the picture, also without a cache`() throws {
    for isKept in [true, false] {
      let loader = DataLoader(downloader: network, cache: .some(isKept ? cache : nil), clock: network, isManual: true)
      let node = node { $0.defaultImage = .encoded(EncodedImage(Self.blue)) }
      node.loader = loader
      let h = try stage([node])
      func settle() throws {
        for _ in 0..<8 {
          loader.runPending()
          try h.stage.settle()
        }
      }
      try settle()
      network.answer(Self.url, Self.red)
      try settle()
      for bytes in Self.useless.map(\.bytes) {
        node.reload()
        try settle()
        network.answer(Self.url, bytes)
        try settle()
        #expect(pixel(h) == TestPixel(255, 0, 0) && node.loadedURL == Self.url && loader.isIdle)
      }
    }
  }

  @Test func `passwords of URLs are in no message`() throws {
    let url = "http://user:secret@example.org/a.png"
    let node = node { $0.source = .url(url) }
    let h = try stage([node])
    try settle(h)
    for bytes in Self.useless.map(\.bytes) {
      network.answer(url, bytes)
      try settle(h)
      node.reload()
      try settle(h)
    }
    #expect(!h.errors.isEmpty)
    for error in h.errors {
      #expect(!error.description.contains("secret") && error.description.contains("user:***@example.org"))
    }
  }
}
