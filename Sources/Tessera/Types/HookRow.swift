internal import Synchronization

/// Result of one conformance lookup of a node type, computed on first use. Any thread.
///
/// A lookup without a result reads all conformance records of the program, about 2 ns each. So each row is looked up once, on first use.
struct HookRow: ~Copyable, Sendable {
  /// ``unknown``, ``absent``, or the address of the conformance.
  private let word = Atomic<UInt>(HookRow.unknown)

  private static let unknown: UInt = 0
  private static let absent: UInt = 1

  /// Returns `type` as the protocol's metatype `Hook`; nil if the type does not adopt the protocol.
  /// - Parameter cast: looks up the conformance.
  @inline(__always)
  func find<Hook>(_ type: any NodeType.Type, _ cast: (any NodeType.Type) -> Hook?) -> Hook? {
    let known = word.load(ordering: .acquiring)
    if known == Self.absent { return nil }
    // unsafeBitCast: an existential metatype of one protocol is the type and the address of its conformance; the sizes are checked by the cast.
    if known != Self.unknown { return unsafeBitCast((unsafeBitCast(type as Any.Type, to: UInt.self), known), to: Hook.self) }
    guard let hook = cast(type) else {
      word.store(Self.absent, ordering: .releasing)
      return nil
    }
    // unsafeBitCast: as above. Threads that look at the same time store the same address.
    word.store(unsafeBitCast(hook, to: (UInt, UInt).self).1, ordering: .releasing)
    return hook
  }
}
