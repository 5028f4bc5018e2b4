internal import Glibc
internal import TesseraGeometry
internal import TesseraRender

/// Threads that wait for work and start it together. Used by one thread.
final class BenchThreads: @unchecked Sendable {
  // @unchecked: `body` is written while the others wait at `start`, and read until they wait at `end`; barriers order both.
  private let count: Int
  private let start = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
  private let end = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
  private var threads: [pthread_t]
  private var body: (@Sendable (Int) -> Void)?

  init(_ count: Int) {
    self.count = count
    threads = [pthread_t](repeating: pthread_t(), count: count - 1)
    pthread_barrier_init(start, nil, UInt32(count))
    pthread_barrier_init(end, nil, UInt32(count))
    for i in threads.indices {
      let member = Unmanaged.passRetained(Member(self, i)).toOpaque()
      pthread_create(
        &threads[i], nil,
        { context in
          guard let context else { return nil }
          let member = Unmanaged<Member>.fromOpaque(context).takeRetainedValue()
          member.crew.work(member.index)
          return nil
        }, member)
    }
  }

  /// Calls `body` with 0 to `count` - 1, each on a separate thread (the last on the caller's), and waits for all.
  func run(_ body: @escaping @Sendable (Int) -> Void) {
    self.body = body
    pthread_barrier_wait(start)
    body(count - 1)
    pthread_barrier_wait(end)
  }

  /// Ends the threads. `run` must not be called afterwards.
  func stop() {
    body = nil
    pthread_barrier_wait(start)
    for thread in threads { pthread_join(thread, nil) }
    pthread_barrier_destroy(start)
    pthread_barrier_destroy(end)
    start.deallocate()
    end.deallocate()
  }

  private func work(_ index: Int) {
    while true {
      pthread_barrier_wait(start)
      guard let body else { return }
      body(index)
      pthread_barrier_wait(end)
    }
  }

  private final class Member: Sendable {
    let crew: BenchThreads
    let index: Int
    init(_ crew: BenchThreads, _ index: Int) {
      self.crew = crew
      self.index = index
    }
  }
}

/// Surface for each thread.
struct ThreadCanvases: Sendable {
  let surfaces: [PixelBuffer]

  /// Draws a share of the labels.
  func draw(_ layouts: [TextLayout], _ thread: Int) {
    guard let canvas = try? Canvas(surfaces[thread]) else { return }
    for (i, layout) in layouts.enumerated() { canvas.draw(layout, at: Point(Double(2 + (i % 10) * 192), Double(i / 10 * 10))) }
  }
}
