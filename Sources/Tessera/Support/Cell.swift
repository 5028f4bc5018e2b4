/// Memory for one value, accessed only under the owner's rule: with a lock held, or on one thread.
///
/// Accesses have no run-time exclusivity checks, because the compiler does not see that rule. The value is not among the members of the object that
/// owns the cell, so that reading it in place is no access to that object.
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
