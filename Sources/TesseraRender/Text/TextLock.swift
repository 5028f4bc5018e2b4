internal import Glibc

/// A mutex around the state it guards.
///
/// Over pthread, because the thread sanitizer reports false races on `Synchronization.Mutex`.
///
/// `@unchecked Sendable`: `state` is only reached inside `withLock`, which holds the mutex.
final class TextLock<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func withLock<R, E: Error>(_ body: (inout State) throws(E) -> R) throws(E) -> R {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
