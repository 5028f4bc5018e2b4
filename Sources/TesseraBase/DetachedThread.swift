#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Threads that nobody waits for.
package enum DetachedThread {
  /// Runs `body` on a new thread. Returns whether there is one; where there is none, `body` is released without having run.
  ///
  /// - Parameter stackSize: bytes, of which only touched pages take memory.
  package static func start(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(run: body))
    let status = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        // Retained for the thread, which takes it over.
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if status != 0 { context.release() }
    return status == 0
  }

  /// What a thread does, for the one pointer that it is given.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
