/// Memory for one value that is reached by whoever has the right to it: with a lock held, or on one thread.
///
/// Accesses are not checked for exclusivity when the program runs, because the compiler cannot see the right; and the value does not lie among the members of the
/// object that owns the cell, so that reading it in place is no access to that object.
struct Cell<Value>: ~Copyable {
  let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    pointer = .allocate(capacity: 1)
    pointer.initialize(to: value)
  }

  deinit {
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  /// The value, in place.
  var value: Value {
    @inline(__always) unsafeAddress { UnsafePointer(pointer) }
    @inline(__always) nonmutating unsafeMutableAddress { pointer }
  }
}
