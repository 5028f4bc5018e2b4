internal import Synchronization
internal import TesseraBase

/// Observation of every node that the process creates or releases, for tools that count nodes or search for leaks.
///
/// ```swift
/// let observation = NodeLifetime.observe(
///   creation: { node in print("+", node.typeName, node.serial) },
///   release: { type, serial in print("-", type.name, serial) })
/// ```
///
/// Without an observation a node costs two tests of a flag.
public enum NodeLifetime {
  /// One observation; it ends when this object is released. Any thread.
  public final class Observation: Sendable {
    fileprivate let creation: (@Sendable (AnyNode) -> Void)?
    fileprivate let release: (@Sendable (NodeTypeDescriptor, UInt64) -> Void)?

    fileprivate init(_ creation: (@Sendable (AnyNode) -> Void)?, _ release: (@Sendable (NodeTypeDescriptor, UInt64) -> Void)?) {
      (self.creation, self.release) = (creation, release)
    }

    deinit {
      let id = ObjectIdentifier(self)
      NodeLifetime.observers.withLock { observers in
        observers.removeAll { $0.id == id }
        NodeLifetime.observed.store(!observers.isEmpty, ordering: .relaxed)
      }
    }
  }

  /// Not retained: the program's reference keeps an observation.
  private struct Observer: Sendable {
    let id: ObjectIdentifier
    weak let observation: Observation?
  }

  private static let observed = Atomic<Bool>(false)
  private static let observers = Locked<[Observer]>([])

  /// Calls the closures for every node from now on until the result is released. Any thread.
  ///
  /// - Parameters:
  ///   - creation: called with each new node, on the thread that creates it, before any other code has the node. No lock held. A reference to the
  ///     node that it keeps prolongs its life.
  ///   - release: called with type and ``AnyNode/serial`` of each released node, on the thread that releases the last reference. That thread may hold
  ///     locks: the closure must not access nodes.
  public static func observe(
    creation: (@Sendable (AnyNode) -> Void)? = nil, release: (@Sendable (_ type: NodeTypeDescriptor, _ serial: UInt64) -> Void)? = nil
  ) -> Observation {
    let observation = Observation(creation, release)
    observers.withLock { observers in
      observers.append(Observer(id: ObjectIdentifier(observation), observation: observation))
      observed.store(true, ordering: .relaxed)
    }
    return observation
  }

  /// Calls the observers of a new node. No lock held.
  @inline(__always) static func didCreate(_ node: AnyNode) {
    if observed.load(ordering: .relaxed) { for observation in current { observation.creation?(node) } }
  }

  /// Calls the observers of a node that is being released.
  @inline(__always) static func willRelease(_ type: NodeTypeDescriptor, _ serial: UInt64) {
    if observed.load(ordering: .relaxed) { for observation in current { observation.release?(type, serial) } }
  }

  private static var current: [Observation] { observers.withLock { $0.compactMap(\.observation) } }
}
