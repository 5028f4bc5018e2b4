extension Node {
  /// Changes the value and a state of the node's storage in one step, as ``update(_:)``, with the node's lock held.
  ///
  /// For types of the framework whose layouts and draws need the two to match. Any thread. `change` runs once. It, the setters that it calls and the
  /// locks that it takes must not access this node.
  /// - Returns: The result of `change`.
  @discardableResult
  package func updateHoldingLock<R>(_ change: (inout Value) -> R) -> R {
    lock.lock()
    var new = content.value.value
    let result = change(&new)
    var old = new
    let write = exchangeValue(&old)
    lock.unlock()
    if old != new { finishWrite(write, from: old, to: new, allowing: .anyChange) } else { cancelWrite(write) }
    hooks.valueObserving?.valueDidChange(erased: self)
    return result
  }
}
