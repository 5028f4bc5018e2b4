#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Detached threads.
package enum DetachedThread {
  /// Runs `body` on a new thread. Returns false if no thread could be started; `body` is then released without having run.
  ///
  /// - Parameter stackSize: size of the stack in bytes; only touched pages use memory.
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
        // Retained for the thread, which owns it from here on.
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    if status != 0 { context.release() }
    return status == 0
  }

  /// Code of a thread, boxed for the single pointer argument of a thread.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
