internal import CTesseraSystem
internal import Synchronization
internal import TesseraBase

/// A lock and the value that it guards. Any thread.
///
/// Accesses to the value need the lock: debug builds stop without it, other builds do not check. Unlike the lock of a `Locked`, it can be held across
/// several accesses, and it can guard values of other objects too (``GuardedCell``).
struct LockedCell<Value>: ~Copyable {
  private let mutex = Lock()
  private let cell: Cell<Value>
  /// Thread that holds the lock, for other cells with the same lock.
  let holder: LockHolder

  init(_ value: consuming Value, holder: LockHolder = LockHolder()) {
    cell = Cell(value)
    self.holder = holder
  }

  /// Waits for the lock and takes it.
  @inline(__always)
  func lock() {
    mutex.lock()
    holder.begin()
  }

  /// Releases the lock.
  @inline(__always)
  func unlock() {
    holder.end()
    mutex.unlock()
  }

  /// Runs `body` with the lock held and returns its result.
  @inline(__always)
  func withLock<Answer, Failure: Error>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Address of the value; lock held.
  @inline(__always)
  var pointer: UnsafeMutablePointer<Value> {
    holder.check()
    return cell.pointer
  }

  /// Address of the value, without a check. Only for `init` and `deinit` of the object that owns the cell, which no other thread has.
  var unshared: UnsafeMutablePointer<Value> { cell.pointer }
}

/// A value guarded by the lock of a ``LockedCell``, which another object may own. Debug builds stop at an access without that lock.
struct GuardedCell<Value>: ~Copyable {
  private let cell: Cell<Value>
  private let holder: LockHolder

  /// - Parameter holder: Holder of the lock.
  init(_ value: consuming Value, _ holder: LockHolder) {
    cell = Cell(value)
    self.holder = holder
  }

  /// The value, in place; lock held.
  var value: Value {
    @inline(__always) unsafeAddress {
      holder.check()
      return UnsafePointer(cell.pointer)
    }
    @inline(__always) nonmutating unsafeMutableAddress {
      holder.check()
      return cell.pointer
    }
  }

  /// Address of the value, without a check. Only for `init` and `deinit` of the object that owns the cell, which no other thread has.
  var unshared: UnsafeMutablePointer<Value> { cell.pointer }
}

#if DEBUG
  /// Record of the thread that holds a lock. Any thread; debug builds only.
  final class LockHolder: Sendable {
    /// Kernel id of the thread; 0 means none.
    private let thread = Atomic<Int64>(0)

    /// Whether the calling thread holds the lock.
    var isHeld: Bool { thread.load(ordering: .relaxed) == ts_thread_id() }

    func begin() { thread.store(ts_thread_id(), ordering: .relaxed) }
    func end() {
      check()
      thread.store(0, ordering: .relaxed)
    }
    func check() { precondition(isHeld, "a cell was accessed without its lock") }
  }
#else
  /// An empty value: this build does not record the thread that holds a lock.
  struct LockHolder: Sendable {
    @inline(__always) func begin() {}
    @inline(__always) func end() {}
    @inline(__always) func check() {}
  }
#endif
