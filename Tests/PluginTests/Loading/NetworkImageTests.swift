import Tessera
import TesseraGeometry
import TesseraLoading
import TesseraRender
import TesseraTestSupport
import Testing

@testable import ImagePlugin

/// Loader whose server is the test.
final class FakeNetwork: Downloader, LoaderClock {
  struct Task: DownloadTask {
    let url: String
    let headers: [HTTPHeader]
    let receive: @Sendable (DownloadEvent) -> Void
    let isCancelled = Locked(false)
    func cancel() { isCancelled.withLock { $0 = true } }
  }

  private let started = Locked<[Task]>([])
  private let time = Locked(1_000_000_000.0)
  var steady: Double { time.withLock { $0 } }
  var wall: Double { steady }
  func advance(by seconds: Double) { time.withLock { $0 += seconds } }

  var tasks: [Task] { started.withLock { $0 } }
  var urls: [String] { tasks.map(\.url) }

  func start(_ request: DownloadRequest, receive: @escaping @Sendable (DownloadEvent) -> Void) -> any DownloadTask {
    let task = Task(url: request.url, headers: request.headers, receive: receive)
    started.withLock { $0.append(task) }
    return task
  }

  /// Begins the answer to the newest request; the rest is sent in parts.
  func begin(_ url: String, count: Int) {
    let task = tasks.last { $0.url == url && !$0.isCancelled.withLock { $0 } }
    task?.receive(.response(DownloadResponse(status: 200, headers: [HTTPHeader("Content-Length", "\(count)")])))
  }

  /// Sends the next part a second later; the last part ends the answer.
  func send(_ url: String, _ bytes: some Collection<UInt8>, isLast: Bool = false) {
    advance(by: 1)
    let task = tasks.last { $0.url == url && !$0.isCancelled.withLock { $0 } }
    task?.receive(.data(Array(bytes)))
    if isLast { task?.receive(.end(nil)) }
  }

  func answer(_ url: String, _ bytes: [UInt8], status: Int = 200) {
    for task in tasks.suffix(1) + tasks where task.url == url && !task.isCancelled.withLock({ $0 }) {
      task.receive(.response(DownloadResponse(status: status, headers: [HTTPHeader("Content-Length", "\(bytes.count)")])))
      task.receive(.data(bytes))
      task.receive(.end(nil))
      return
    }
  }
}

/// Log of a node's signals, in order.
private final class Told: Sendable {
  private let lines = Locked<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  init(_ node: ImageNode) {
    node.onLoadBegin { [weak self] in self?.add("began \($0)") }
    node.onLoadProgress { [weak self] in self?.add("progress \($0.received)") }
    node.onLoad { [weak self] in self?.add("loaded \($0.source.rawValue)\($0.staleReason == nil ? "" : " stale")") }
    node.onLoadFailure { [weak self] in self?.add("failed \($0.failure)") }
    node.onShow { [weak self] in self?.add("shown \($0)") }
  }
}

@Suite struct NetworkImageTests {
  private let network = FakeNetwork()
  private let loader: DataLoader
  private static let red = picture(255, 0, 0)
  private static let blue = picture(0, 0, 255)
  private static let green = picture(0, 255, 0)
  private static let a = "http://example.org/a.png"
  private static let b = "http://example.org/b.png"

  init() { loader = DataLoader(downloader: network, cache: .some(nil), clock: network, isManual: true) }

  private static func picture(_ red: Int, _ green: Int, _ blue: Int) -> [UInt8] {
    TestPNG(width: 20, height: 20, colorType: 2) { _, _, c in [red, green, blue][c] }.bytes()
  }

  private func node(_ change: (inout Image) -> Void = { _ in }) -> ImageNode {
    var image = Image(url: Self.a)
    change(&image)
    let node = ImageNode(image)
    node.loader = loader
    (node.style.width, node.style.height) = (.points(100), .points(100))
    return node
  }

  private func stage(_ nodes: [ImageNode]) throws -> HeadlessStage {
    try HeadlessStage(width: 100, height: 100) {
      let root = BoxNode()
      for node in nodes { root.addSubnode(node) }
      return root
    }
  }

  /// Runs all work of loader and stage.
  private func settle(_ h: HeadlessStage) throws {
    for _ in 0..<6 {
      loader.runPending()
      try h.stage.settle()
    }
  }

  private func pixel(_ h: HeadlessStage, _ x: Int = 5, _ y: Int = 5) -> TestPixel { TestPixel(h.framebuffer, x, y) }

  @Test func `a picture is loaded when its node enters the stage, and shown when loaded`() throws {
    let node = node()
    (node.style.width, node.style.height) = (.auto, .auto)
    let told = Told(node)
    let h = try stage([node])
    try settle(h)
    #expect(network.urls == [Self.a] && pixel(h) == TestPixel(255, 255, 255))
    #expect(node.loadProgress != nil && node.frame.width == 0)
    network.answer(Self.a, Self.red)
    try settle(h)
    #expect(pixel(h, 5, 50) == TestPixel(255, 0, 0))
    #expect(node.frame.width == 20 && node.loadProgress == nil && node.loadedURL == Self.a)
    #expect(told.all == ["began \(Self.a)", "progress \(Self.red.count)", "loaded network", "shown \(Self.a)"])
    // At rest there are no requests.
    #expect(loader.pendingCount == 0 && !h.stage.hasWorkUnderWay)
  }

  @Test func `nodes with one URL are one download, one decoding and one bitmap`() throws {
    let nodes = (0..<5).map { _ in node { $0.contentMode = .stretch } }
    for node in nodes { (node.style.width, node.style.height) = (.points(15), .points(20)) }
    let h = try stage(nodes)
    try settle(h)
    network.answer(Self.a, Self.red)
    try settle(h)
    #expect(network.urls.count == 1)
    #expect(Set(nodes.map(\.loadedURL)) == [Self.a])
    let pictures = Set(nodes.map { $0.storage.loads.state.withLock { $0.pictures[Self.a] } })
    #expect(pictures.count == 1 && pictures.first != .some(nil))
    // A later node shows it in its first frame, without a wait.
    let late = node()
    let told = Told(late)
    h.root.addSubnode(late)
    try h.stage.settle()
    #expect(late.loadedURL == Self.a)
    try settle(h)
    #expect(told.all.prefix(1) == ["loaded memory"] && network.urls.count == 1)
  }

  @Test func `the default picture is shown during loading, the failure picture after an error`() throws {
    let node = node {
      $0.defaultImage = .encoded(EncodedImage(Self.blue))
      $0.failureImage = .encoded(EncodedImage(Self.green))
    }
    let told = Told(node)
    let h = try stage([node])
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 0, 255))
    network.answer(Self.a, [], status: 404)
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 255, 0) && node.loadFailure?.failure == .status(404))
    #expect(told.all.last == "failed the server answered 404 Not Found")
    #expect(h.errors.map(\.description) == ["load of image: cannot load \(Self.a): the server answered 404 Not Found"])
    node.reload()
    try settle(h)
    #expect(network.urls.count == 2)
    network.answer(Self.a, Self.red)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 0, 0) && node.loadFailure == nil)
  }

  @Test func `another URL cancels the previous load, whose late response is not shown`() throws {
    let node = node()
    let h = try stage([node])
    try settle(h)
    node.source = .url(Self.b)
    try settle(h)
    #expect(network.urls == [Self.a, Self.b] && network.tasks[0].isCancelled.withLock { $0 })
    network.tasks[0].receive(.response(DownloadResponse(status: 200)))
    network.tasks[0].receive(.data(Self.red))
    network.tasks[0].receive(.end(nil))
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 255, 255))
    network.answer(Self.b, Self.blue)
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 0, 255) && node.loadedURL == Self.b)
  }

  @Test func `the previous picture stays until that of another URL is loaded`() throws {
    let node = node { $0.defaultImage = .encoded(EncodedImage(Self.green)) }
    let h = try stage([node])
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 255, 0))
    network.answer(Self.a, Self.red)
    try settle(h)
    node.source = .url(Self.b)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 0, 0) && node.loadedURL == nil)
    // A draw for another reason does not clear it.
    node.rounding = CornerRadii(1)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 0, 0))
    network.answer(Self.b, Self.blue)
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 0, 255))
    // A node whose source was removed does not show it again.
    node.source = nil
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 255, 255))
    node.source = .url("http://example.org/c.png")
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 255, 0))
  }

  @Test func `the failure picture replaces the previous one, which stays without a failure picture`() throws {
    let nodes = [node(), node { $0.failureImage = .encoded(EncodedImage(Self.green)) }]
    for node in nodes { node.style.width = .points(50) }
    let h = try stage(nodes)
    try settle(h)
    network.answer(Self.a, Self.red)
    try settle(h)
    for node in nodes { node.source = .url(Self.b) }
    try settle(h)
    network.answer(Self.b, [], status: 404)
    try settle(h)
    #expect(pixel(h, 25, 50) == TestPixel(255, 0, 0) && pixel(h, 75, 50) == TestPixel(0, 255, 0))
    #expect(nodes.allSatisfy { $0.loadFailure != nil })
  }

  @Test func `a node can be empty while the picture of another URL loads`() throws {
    let node = node { $0.clearsWhileLoading = true }
    let h = try stage([node])
    try settle(h)
    network.answer(Self.a, Self.red)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 0, 0))
    node.source = .url(Self.b)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 255, 255))
  }

  @Test func `a file stays until the picture of a URL is there`() throws {
    let node = node { $0.source = .encoded(EncodedImage(Self.green)) }
    let h = try stage([node])
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 255, 0))
    node.source = .url(Self.b)
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 255, 0))
  }

  @Test func `a node that leaves the stage cancels its load`() throws {
    let node = node()
    let h = try stage([node])
    try settle(h)
    node.removeFromSupernode()
    try settle(h)
    #expect(network.tasks[0].isCancelled.withLock { $0 } && loader.pendingCount == 0)
    h.root.addSubnode(node)
    try settle(h)
    #expect(network.urls.count == 2)
  }

  @Test func `better qualities replace worse ones, which are not loaded afterwards`() throws {
    let previews: [ImageSource] = [.url("http://example.org/tiny.png"), .url("http://example.org/small.png")]
    let node = node { $0.previews = previews }
    let h = try stage([node])
    try settle(h)
    #expect(network.urls == ["http://example.org/tiny.png"])
    network.answer("http://example.org/tiny.png", Self.blue)
    try settle(h)
    #expect(pixel(h) == TestPixel(0, 0, 255) && network.urls.last == "http://example.org/small.png")
    // A failed picture is skipped.
    network.answer("http://example.org/small.png", [], status: 404)
    try settle(h)
    #expect(network.urls.last == Self.a && pixel(h) == TestPixel(0, 0, 255))
    network.answer(Self.a, Self.red)
    try settle(h)
    #expect(pixel(h) == TestPixel(255, 0, 0))
    node.previews = previews + [.url("http://example.org/middle.png")]
    try settle(h)
    #expect(network.urls.count == 3 && pixel(h) == TestPixel(255, 0, 0))
  }

  @Test func `content that is not a picture is an error, and a truncated picture keeps the previous one`() throws {
    let node = node { $0.defaultImage = .encoded(EncodedImage(Self.blue)) }
    let h = try stage([node])
    try settle(h)
    network.answer(Self.a, Array("<html>please log in</html>".utf8))
    try settle(h)
    #expect(node.loadFailure != nil && pixel(h) == TestPixel(0, 0, 255))
    node.reload()
    try settle(h)
    network.answer(Self.a, Array(Self.red.dropLast(40)))
    try settle(h)
    #expect(node.loadFailure != nil && pixel(h) == TestPixel(0, 0, 255))
  }

  @Test func `a stale picture is shown while it is revalidated`() throws {
    let first = node()
    let h = try stage([first])
    try settle(h)
    network.answer(Self.a, Self.red)
    try settle(h)
    #expect(first.loadedURL == Self.a)
    let key = RemotePictures.Key(loader: loader.serial, url: Self.a)
    let now = SystemLoaderClock().wall
    #expect(RemotePictures.shared.acquire(key, now: now)?.isFresh == true)
    #expect(RemotePictures.shared.acquire(key, now: now + 3600)?.isFresh == false)
    for _ in 0..<2 { RemotePictures.shared.release(key) }
  }

  @Test func `a button shows a picture from a URL, and a scene names one`() throws {
    let scene = try HeadlessStage(
      scene: "{tessera: 1, size: [50, 50], root: {type: image, source: 'HTTPS://example.org/x.png', previews: ['http://example.org/y']}}")
    let image = try #require(scene.root as? ImageNode)
    #expect(image.source == .url("HTTPS://example.org/x.png") && image.previews == [.url("http://example.org/y")])
  }

  @Test func `the picture cache keeps visible pictures, and evicts the least recently shown`() {
    let pictures = RemotePictures(byteLimit: 250)
    func key(_ url: String) -> RemotePictures.Key { RemotePictures.Key(loader: loader.serial, url: url) }
    func data(_ url: String, _ count: Int) -> LoadedData {
      LoadedData(url: url, bytes: [UInt8](repeating: 1, count: count), source: .network)
    }
    func adopt(_ data: LoadedData, _ key: RemotePictures.Key) -> EncodedImage {
      pictures.adopt(data, as: pictures.picture(of: data, for: key), for: key, now: 0)
    }
    for url in ["1", "2", "3"] { _ = adopt(data(url, 100), key(url)) }
    #expect(pictures.bytes == 300)
    pictures.release(key("2"))
    #expect(pictures.bytes == 200 && pictures.peek(key("2")) == nil)
    pictures.release(key("1"))
    pictures.release(key("3"))
    #expect(pictures.bytes == 200)
    pictures.trim(to: 100)
    #expect(pictures.peek(key("1")) == nil && pictures.peek(key("3")) != nil)
    // The same bytes give the same picture.
    let former = pictures.peek(key("3"))
    #expect(adopt(data("3", 100), key("3")) == former)
  }
}
