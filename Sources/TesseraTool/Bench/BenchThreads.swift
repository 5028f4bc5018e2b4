internal import Glibc
internal import TesseraGeometry
internal import TesseraRender

/// Threads that start together.
enum BenchThreads {
  /// Calls `body` with 0 to `count` - 1, each on a thread of its own (the last on the caller's), and waits for all.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads = [pthread_t](repeating: pthread_t(), count: count - 1)
    for i in threads.indices {
      let task = Unmanaged.passRetained(Task(i, body)).toOpaque()
      pthread_create(
        &threads[i], nil,
        { context in
          guard let context else { return nil }
          let task = Unmanaged<Task>.fromOpaque(context).takeRetainedValue()
          task.body(task.index)
          return nil
        }, task)
    }
    body(count - 1)
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Task: Sendable {
    let index: Int
    let body: @Sendable (Int) -> Void
    init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.index = index
      self.body = body
    }
  }
}

/// A surface for each thread.
struct ThreadCanvases: Sendable {
  let surfaces: [PixelBuffer]

  /// Fills a share of the surface and draws labels.
  func draw(_ layouts: [TextLayout], _ thread: Int) {
    guard let canvas = try? Canvas(surfaces[thread]) else { return }
    for (i, layout) in layouts.enumerated() { canvas.draw(layout, at: Point(Double(2 + (i % 10) * 192), Double(i / 10 * 10))) }
  }
}
