internal import Glibc
internal import TesseraBase
internal import TesseraKit
internal import TesseraTestServer

/// Counts calls on the loop's thread.
private final class LoopCounts: Sendable {
  private let loop = pthread_self()
  private let counts = Locked((onLoop: 0, all: 0))

  func count() {
    let isLoop = pthread_equal(pthread_self(), loop) != 0
    counts.withLock {
      $0.all += 1
      if isLoop { $0.onLoop += 1 }
    }
  }

  var values: (onLoop: Int, all: Int) { counts.withLock { $0 } }
}

/// JPEG codec that counts its calls.
private struct CountedCodec: PictureCodec {
  let base: any PictureCodec
  let counts: LoopCounts
  var format: PictureFormat { base.format }
  var fileExtensions: [String] { base.fileExtensions }
  var summary: String { base.summary }
  func recognizes(_ beginning: UnsafeRawBufferPointer) -> Bool { base.recognizes(beginning) }
  func header(of data: PictureData) throws(PictureError) -> PictureHeader {
    counts.count()
    return try base.header(of: data)
  }
  func decode(_ data: PictureData, _ header: PictureHeader, _ request: PictureRequest) throws(PictureError) -> PixelBuffer {
    counts.count()
    return try base.decode(data, header, request)
  }
  func frames(of data: PictureData) throws(PictureError) -> (any PictureFrames)? { nil }
  func makeIncrementalDecoder(name: String, byteLimit: Int) -> (any IncrementalDecoder)? { nil }
}

/// Disk cache that counts its calls.
private struct CountedCache: DataCache {
  let base: DiskCache
  let counts: LoopCounts
  func data(for url: String) -> CachedData? {
    counts.count()
    return base.data(for: url)
  }
  func store(_ bytes: [UInt8], metadata: CacheMetadata, for url: String) {
    counts.count()
    base.store(bytes, metadata: metadata, for: url)
  }
  func confirm(_ metadata: CacheMetadata, for url: String) { base.confirm(metadata, for: url) }
  func remove(_ url: String) { base.remove(url) }
  func removeAll() { base.removeAll() }
}

/// Case `network-feed`: 1,000 pictures from a server on this machine that answers after 20 ms, scrolled from end to end in 3,600 frames.
extension BenchHarness {
  func networkFeed() throws {
    let server = try TestServer(delay: extent == .full ? 0.02 : 0)
    let bodies = try ["astronaut", "chelsea", "coffee", "rocket"].map { name in
      try PictureData(file: "\(data)/photos/\(name).jpg").read(upTo: .max)
    }
    let pictures = extent(1000, small: 40)
    for k in 0..<pictures { server.serve(bodies[k % 4], at: "/\(k).jpg") }
    var template = Array("/tmp/tessera-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchError(.cannotCreate, "cannot create a folder in /tmp") }
    let folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      DataLoader.shared.cache?.removeAll()
      for name in ["journal", "lock"] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    let counts = LoopCounts()
    DataLoader.shared.cache = CountedCache(base: DiskCache(directory: folder), counts: counts)
    if let jpeg = PictureCodecs.shared.all.first(where: { $0.format == .jpeg }) {
      PictureCodecs.shared.add(CountedCodec(base: jpeg, counts: counts))
    }
    try scrollNetworkFeed(server, pictures: pictures)
    let (onLoop, all) = counts.values
    value("on_loop", Double(onLoop), "", "headers read, pictures decoded, files read and written on the loop's thread, of \(all)")
    let statistics = DataLoader.shared.statistics
    value("transfers", Double(statistics.transfers), "", "downloads begun for \(pictures) pictures")
  }

  private func scrollNetworkFeed(_ server: TestServer, pictures: Int) throws {
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<pictures))) { k in
      let card = BoxNode()
      card.style.height = .points(160)
      let photo = ImageNode(url: server.url("/\(k).jpg"), contentMode: .fill)
      (photo.style.width, photo.style.height) = (.points(200), .points(144))
      card.addSubnode(photo)
      card.addSubnode(TextNode("Picture \(k)"))
      return card
    }
    table.rowHeight = 160
    table.separator = nil
    table.showsIndicators = false
    let clock = ManualClock()
    let workers = WorkerPool(threads: 2)
    let stage = try Stage(
      size: Size(800, 480), root: table, clock: extent == .full ? RealClock() as any StageClock : clock, workers: workers)
    try stage.settle()
    let count = extent(3600, small: 120)
    var (loopTimes, misses, empty, seen): ([Double], Int, Int, Int) = ([], 0, 0, 0)
    let pace = BenchPace(extent, workers: workers, manual: clock)
    for frame in 1...count {
      if extent == .small { try waitForPictures(in: table, stage) }
      pace.wait(for: frame)
      table.contentOffset = Point(0, Double(frame * (160 * pictures - 480)) / Double(count))
      let cpu = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
      let hasPainted = try stage.frame()
      loopTimes.append(Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - cpu)
      if pace.misses(frame, hasPainted: hasPainted) { misses += 1 }
      // Sample of the visible content: one second after the start, and every second.
      guard frame % extent(60, small: 1) == 0 else { continue }
      for case let photo as ImageNode in table.descendants() where photo.interfaceState == .visible {
        seen += 1
        if photo.loadedURL == nil || photo.hasPendingDraws { empty += 1 }
      }
    }
    loopTimes.sort()
    let note = "\(pictures) pictures, 20 ms a request, two workers, 60 Hz, \(count) frames"
    value("loop_p50", loopTimes[count / 2], "ms", "work of the loop's thread a frame; " + note)
    value("loop_p99", loopTimes[count * 99 / 100], "ms", "the same; " + note)
    value("loop_max", loopTimes[count - 1], "ms", "the same; " + note)
    value("misses", Double(misses), "", "frames that were not done 16.7 ms after they were due; " + note)
    value("empty", Double(empty), "", "pictures in view that had not come or were not drawn yet, of \(seen) looked at once a second")
    try picture("network_feed", stage.framebuffer)
  }

  /// Turns the loop until every requested picture is loaded and drawn.
  private func waitForPictures(in table: TableNode, _ stage: Stage) throws {
    func isWaiting() -> Bool {
      for case let photo as ImageNode in table.descendants() where photo.interfaceState >= .preload && photo.loadedURL == nil {
        return true
      }
      return stage.hasWorkUnderWay
    }
    while isWaiting() {
      sched_yield()
      try stage.frame()
    }
  }
}
