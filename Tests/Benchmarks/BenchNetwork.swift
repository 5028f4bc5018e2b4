internal import Glibc
internal import TesseraBase
internal import TesseraKit
internal import TesseraTestServer

/// Counts what happens on the loop's thread.
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

/// JPEG as before, counted.
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
}

/// The cache on disk, counted.
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
    let server = try TestServer(delay: 0.02)
    let bodies = try ["astronaut", "chelsea", "coffee", "rocket"].map { name in
      try PictureData(file: "\(data)/photos/\(name).jpg").read(upTo: .max)
    }
    for k in 0..<1000 { server.serve(bodies[k % 4], at: "/\(k).jpg") }
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
    try scrollNetworkFeed(server)
    let (onLoop, all) = counts.values
    value("on_loop", Double(onLoop), "", "headers read, pictures decoded, files read and written on the loop's thread, of \(all)")
    let statistics = DataLoader.shared.statistics
    value("transfers", Double(statistics.transfers), "", "downloads begun for 1,000 pictures")
  }

  private func scrollNetworkFeed(_ server: TestServer) throws {
    let table = TableNode(ListSnapshot<Int, Int>(items: Array(0..<1000))) { k in
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
    let stage = try Stage(size: Size(800, 480), root: table, workers: WorkerPool(threads: 2))
    try stage.settle()
    let (interval, count) = (1000.0 / 60, 3600)
    var (loopTimes, misses, empty, seen): ([Double], Int, Int, Int) = ([], 0, 0, 0)
    let start = Self.milliseconds(CLOCK_MONOTONIC)
    for frame in 0..<count {
      let due = start + Double(frame) * interval
      let early = due - Self.milliseconds(CLOCK_MONOTONIC)
      if early > 0 { usleep(UInt32(early * 1000)) }
      table.contentOffset = Point(0, Double(frame * (160_000 - 480)) / Double(count - 1))
      let cpu = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
      try stage.frame()
      loopTimes.append(Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - cpu)
      if Self.milliseconds(CLOCK_MONOTONIC) > due + interval { misses += 1 }
      // What a person sees: a second after the start, and once a second.
      guard frame % 60 == 59 else { continue }
      for case let photo as ImageNode in table.descendants() where photo.interfaceState == .visible {
        seen += 1
        if photo.loadedURL == nil || photo.hasPendingDraws { empty += 1 }
      }
    }
    loopTimes.sort()
    let note = "1,000 pictures, 20 ms a request, two workers, 60 Hz, \(count) frames"
    value("loop_p50", loopTimes[count / 2], "ms", "work of the loop's thread a frame; " + note)
    value("loop_p99", loopTimes[count * 99 / 100], "ms", "the same; " + note)
    value("loop_max", loopTimes[count - 1], "ms", "the same; " + note)
    value("misses", Double(misses), "", "frames that were not done 16.7 ms after they were due; " + note)
    value("empty", Double(empty), "", "pictures in view that had not come or were not drawn yet, of \(seen) looked at once a second")
    try picture("network_feed", stage.framebuffer)
  }
}
