internal import Glibc
internal import TesseraDevices
internal import TesseraRender

/// Runs one benchmark case and prints its figures as JSON lines.
///
/// Times are CPU time of the process (all threads): equal to wall time on an idle machine, and still meaningful on a busy one. Every line
/// carries the time of a memcpy of one 1920x1080x4 surface in the same process, to compare machines and days by ratio.
final class BenchHarness {
  let name: String
  let data: String
  let out: String?
  let extent: BenchExtent
  private let peer: String
  private let report: ((BenchFigure) -> Void)?
  private var memcpyTime = 0.0
  private static let surfaceBytes = 1920 * 1080 * 4

  /// - Parameters:
  ///   - name: Name of the case, printed with every figure.
  ///   - data: Folder of the case's inputs.
  ///   - out: Folder for pictures of the drawings; nil means none.
  ///   - extent: Extent of the measurement.
  ///   - report: Receives each figure; nil means figures are printed.
  init(name: String, data: String, out: String?, extent: BenchExtent = .full, report: ((BenchFigure) -> Void)? = nil) {
    self.name = name
    self.data = data
    self.out = out
    self.extent = extent
    self.report = report
    peer = getenv("BENCH_PEER").map { String(cString: $0) } ?? "tessera"
  }

  static func milliseconds(_ id: clockid_t) -> Double {
    var t = timespec()
    clock_gettime(id, &t)
    return Double(t.tv_sec) * 1e3 + Double(t.tv_nsec) * 1e-6
  }

  private static var cpu: Double { milliseconds(CLOCK_PROCESS_CPUTIME_ID) }
  private static var wall: Double { milliseconds(CLOCK_MONOTONIC) }

  private func measureMemcpy() -> Double {
    // Mapped pages are released immediately, so the memory of the case does not include them.
    func pages() -> UnsafeMutableRawPointer? {
      mmap(nil, Self.surfaceBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    }
    guard let a = pages(), let b = pages(), a != MAP_FAILED, b != MAP_FAILED else { return 0 }
    defer {
      munmap(a, Self.surfaceBytes)
      munmap(b, Self.surfaceBytes)
    }
    memset(a, 1, Self.surfaceBytes)
    memset(b, 2, Self.surfaceBytes)
    var times: [Double] = []
    for _ in 0..<40 {
      let start = Self.cpu
      memcpy(b, a, Self.surfaceBytes)
      times.append(Self.cpu - start)
    }
    times.sort()
    return times[10]
  }

  /// Repeats `body` until `budget` milliseconds have passed (between `least` and `most` times) and prints the median. Returns it.
  @discardableResult
  func measure(
    _ metric: String, _ note: String, warm: Int = 3, least: Int = 15, most: Int = 300, budget: Double = 1000,
    _ body: (Int) throws -> Void
  ) rethrows -> Double {
    let before = measureMemcpy()
    var iteration = 0
    for _ in 0..<warm {
      try body(iteration)
      iteration += 1
    }
    var cpuTimes: [Double] = []
    var wallTimes: [Double] = []
    let start = Self.wall
    while cpuTimes.count < most, cpuTimes.count < least || Self.wall - start < budget {
      let (c, w) = (Self.cpu, Self.wall)
      try body(iteration)
      wallTimes.append(Self.wall - w)
      cpuTimes.append(Self.cpu - c)
      iteration += 1
    }
    memcpyTime = min(before, measureMemcpy())
    cpuTimes.sort()
    wallTimes.sort()
    let median = Self.percentile(cpuTimes, 50)
    emit(
      metric, median, "ms", note, count: cpuTimes.count, least: cpuTimes[0], most: cpuTimes[cpuTimes.count - 1],
      wall: Self.percentile(wallTimes, 50))
    return median
  }

  /// Repeats `body` up to `most` times within half a second and prints the median, the shortest and the longest time.
  /// - Parameter scale: Factor of the milliseconds of a call.
  func perUnit(_ metric: String, _ unit: String, _ note: String, scale: Double, most: Int, _ body: () -> Void) {
    var times: [Double] = []
    let start = Self.wall
    while times.count < most, times.count < 10 || Self.wall - start < 500 { times.append(time(body).cpu * scale) }
    times.sort()
    emit(
      metric, Self.percentile(times, 50), unit, note + "; median of \(times.count)", count: times.count, least: times[0],
      most: times[times.count - 1], wall: 0)
  }

  /// Returns the times of one call.
  func time(_ body: () throws -> Void) rethrows -> (cpu: Double, wall: Double) {
    let (c, w) = (Self.cpu, Self.wall)
    try body()
    return (Self.cpu - c, Self.wall - w)
  }

  /// Prints median, 99th percentile and maximum of the frame times.
  func frames(_ prefix: String, _ times: [(cpu: Double, wall: Double)], _ note: String) {
    memcpyTime = measureMemcpy()
    let cpuTimes = times.map(\.cpu).sorted()
    let wallTimes = times.map(\.wall).sorted()
    for (name, share) in [("p50", 50.0), ("p99", 99), ("max", 100)] {
      emit(
        prefix + name, Self.percentile(cpuTimes, share), "ms", note, count: cpuTimes.count, least: cpuTimes.first ?? 0,
        most: cpuTimes.last ?? 0, wall: Self.percentile(wallTimes, share))
    }
  }

  func value(_ metric: String, _ value: Double, _ unit: String, _ note: String) {
    emit(metric, value, unit, note, count: 1, least: value, most: value, wall: 0)
  }

  static func percentile(_ sorted: [Double], _ share: Double) -> Double {
    guard !sorted.isEmpty else { return 0 }
    if share == 50, sorted.count % 2 == 0 { return (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2 }
    return sorted[min(sorted.count - 1, Int(share / 100 * Double(sorted.count)))]
  }

  private func emit(
    _ metric: String, _ value: Double, _ unit: String, _ note: String, count: Int, least: Double, most: Double, wall: Double
  ) {
    if let report { return report(BenchFigure(metric: metric, value: value)) }
    print(
      "{\"peer\":\"\(peer)\",\"case\":\"\(name)\",\"metric\":\"\(metric)\",\"value\":\(value),\"unit\":\"\(unit)\",\"note\":\"\(note)\","
        + "\"n\":\(count),\"min\":\(least),\"max\":\(most),\"wall\":\(wall),\"memcpy_ms\":\(memcpyTime)}")
    fflush(nil)
  }

  /// Reports that the case is not available, or the reason why a part of it is omitted.
  func notOffered(_ note: String = "not offered by this peer") {
    if let report { return report(BenchFigure(metric: "n/a", value: .nan)) }
    print("{\"peer\":\"\(peer)\",\"case\":\"\(name)\",\"metric\":\"n/a\",\"value\":null,\"unit\":\"\",\"note\":\"\(note)\"}")
  }

  /// Saves a drawing as PEER-CASE-METRIC.png.
  func picture(_ metric: String, _ buffer: PixelBuffer) throws {
    guard let out else { return }
    try AtomicFile.write(try PNGEncoder.encode(buffer), to: "\(out)/\(peer)-\(name)-\(metric).png")
  }

  /// Notifies a launcher, which waits on a descriptor, that the pixels are complete.
  static func done() {
    guard let text = getenv("BENCH_DONE_FD"), let file = Int32(String(cString: text)) else { return }
    var byte = UInt8(ascii: "!")
    _ = write(file, &byte, 1)
  }

  /// Returns a line of /proc/self/status in megabytes. Parsed by bytes, because parsing by characters would allocate memory.
  static func status(_ key: String) -> Double {
    guard let bytes = try? BenchData.read("/proc/self/status") else { return 0 }
    let name = Array(key.utf8) + [UInt8(ascii: ":")]
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if end - start > name.count, memcmp(Array(bytes[start..<end]), name, name.count) == 0 {
        var kilobytes = 0
        for byte in bytes[start..<end] where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
          kilobytes = kilobytes &* 10 &+ Int(byte - UInt8(ascii: "0"))
        }
        return Double(kilobytes) / 1024
      }
      start = end + 1
    }
    return 0
  }
}
