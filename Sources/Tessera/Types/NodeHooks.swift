internal import Synchronization

/// The hook protocols that one node type adopts. Any thread.
///
/// The framework calls a hook through the protocol's metatype: `node.hooks.ticking?.tick(erased: node, at: time)`. Each protocol of the core has its
/// own file and one row here. Protocols of other modules need no row (``find(_:)``).
///
/// Conformances are looked up at run time, so that those declared by other modules count. Each row is looked up separately: see ``HookRow``.
final class NodeHooks: Sendable {
  let type: any NodeType.Type
  /// Number of conformances looked up so far: each costs time at a program's start.
  let lookups = Atomic<Int>(0)

  init(_ type: any NodeType.Type) { self.type = type }

  // The table: a protocol's row, and its metatype if the type adopts the protocol.

  private let focusableRow = HookRow()
  var focusable: (any FocusableType.Type)? { lookUp(focusableRow) { $0 as? any FocusableType.Type } }
  private let revealingRow = HookRow()
  var revealing: (any RevealingType.Type)? { lookUp(revealingRow) { $0 as? any RevealingType.Type } }
  private let scrollContainerRow = HookRow()
  var scrollContainer: (any ScrollContainerType.Type)? { lookUp(scrollContainerRow) { $0 as? any ScrollContainerType.Type } }
  private let listContainerRow = HookRow()
  var listContainer: (any ListContainerType.Type)? {
    scrollContainer == nil ? nil : lookUp(listContainerRow) { $0 as? any ListContainerType.Type }
  }
  private let sceneContainerRow = HookRow()
  var sceneContainer: (any SceneContainerType.Type)? { lookUp(sceneContainerRow) { $0 as? any SceneContainerType.Type } }
  private let lifecycleRow = HookRow()
  var lifecycle: (any LifecycleType.Type)? { lookUp(lifecycleRow) { $0 as? any LifecycleType.Type } }
  private let tickingRow = HookRow()
  var ticking: (any TickingType.Type)? { lookUp(tickingRow) { $0 as? any TickingType.Type } }
  private let gestureRecognizingRow = HookRow()
  var gestureRecognizing: (any GestureRecognizingType.Type)? { lookUp(gestureRecognizingRow) { $0 as? any GestureRecognizingType.Type } }
  private let accessibleRow = HookRow()
  var accessible: (any AccessibleType.Type)? { lookUp(accessibleRow) { $0 as? any AccessibleType.Type } }
  private let statePreservingRow = HookRow()
  var statePreserving: (any StatePreserving.Type)? { lookUp(statePreservingRow) { $0 as? any StatePreserving.Type } }
  private let styleAdjustingRow = HookRow()
  var styleAdjusting: (any StyleAdjustingType.Type)? { lookUp(styleAdjustingRow) { $0 as? any StyleAdjustingType.Type } }
  private let propertyAdjustingRow = HookRow()
  var propertyAdjusting: (any PropertyAdjustingType.Type)? { lookUp(propertyAdjustingRow) { $0 as? any PropertyAdjustingType.Type } }
  private let defaultLookRow = HookRow()
  var defaultLook: (any DefaultLookType.Type)? { lookUp(defaultLookRow) { $0 as? any DefaultLookType.Type } }
  private let stateMotionRow = HookRow()
  var stateMotion: (any StateMotionType.Type)? { lookUp(stateMotionRow) { $0 as? any StateMotionType.Type } }
  private let hoverableRow = HookRow()
  var hoverable: (any HoverableType.Type)? { lookUp(hoverableRow) { $0 as? any HoverableType.Type } }
  private let hitShapedRow = HookRow()
  var hitShaped: (any HitShapedType.Type)? { lookUp(hitShapedRow) { $0 as? any HitShapedType.Type } }
  private let initialRow = HookRow()
  private var initial: (any InitialPropertiesType.Type)? { lookUp(initialRow) { $0 as? any InitialPropertiesType.Type } }
  var setsInitialProperties: Bool { initial != nil }
  private let preparingRow = HookRow()
  var preparing: (any PreparingType.Type)? { lookUp(preparingRow) { $0 as? any PreparingType.Type } }
  private let textInputRow = HookRow()
  var textInput: (any TextInputType.Type)? { lookUp(textInputRow) { $0 as? any TextInputType.Type } }
  private let skeletonRow = HookRow()
  var skeleton: (any SkeletonType.Type)? { lookUp(skeletonRow) { $0 as? any SkeletonType.Type } }
  private let environmentObservingRow = HookRow()
  var environmentObserving: (any EnvironmentObservingType.Type)? {
    lookUp(environmentObservingRow) { $0 as? any EnvironmentObservingType.Type }
  }
  private let reconcilingRow = HookRow()
  var reconciling: (any ReconcilingType.Type)? { lookUp(reconcilingRow) { $0 as? any ReconcilingType.Type } }
  private let valueObservingRow = HookRow()
  var valueObserving: (any ValueObservingType.Type)? { lookUp(valueObservingRow) { $0 as? any ValueObservingType.Type } }

  @inline(__always)
  private func lookUp<Hook>(_ row: borrowing HookRow, _ cast: (any NodeType.Type) -> Hook?) -> Hook? {
    row.find(type) {
      lookups.add(1, ordering: .relaxed)
      return cast($0)
    }
  }

  /// Protocols of other modules that were looked up, and the type as a conforming metatype; nil if it does not conform.
  private let others = Locked<[ObjectIdentifier: Any?]>([:])

  /// Returns the type as the metatype `Hook` of a protocol that has no row; nil if the type does not adopt it. Looks up the conformance once.
  func find<Hook>(_: Hook.Type) -> Hook? {
    let key = ObjectIdentifier(Hook.self)
    if let known = others.withLock({ $0[key] }) { return known as? Hook }
    lookups.add(1, ordering: .relaxed)
    let hook = type as? Hook
    others.withLock { $0[key] = .some(hook) }
    return hook
  }

  private let firstProperties = AtomicLazyReference<SharedProperties>()

  /// Properties of a new node.
  var initialProperties: SharedProperties {
    if let known = firstProperties.load() { return known }
    return firstProperties.storeIfNil(initial.map { SharedProperties($0.initialProperties) } ?? .initial)
  }

  /// Places of the states that values of the type declare; nil until they are first needed.
  private let states = Locked<[StatePlace]?>(nil)

  /// Returns the places of the states that values of the type declare. Only the first call calls `find`.
  func statePlaces(_ find: () -> [StatePlace]) -> [StatePlace] {
    if let known = states.withLock({ $0 }) { return known }
    let found = find()
    states.withLock { $0 = found }
    return found
  }
}
