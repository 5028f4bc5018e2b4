internal import Synchronization

/// The hook protocols that one node type adopts. Any thread.
///
/// The framework calls a hook through the protocol's metatype: `node.hooks.ticking?.tick(erased: node, at: time)`. A protocol of the framework has its
/// own file, and in this file a case, an accessor and a row with its name. Protocols of other modules need none of them (``find(_:)``).
///
/// Conformances are looked up at run time, so that those declared by other modules count. A lookup without a result reads all conformance records of
/// the program, about 2 ns each. So each protocol is looked up separately, once, on first use.
final class NodeHooks: Sendable {
  let type: any NodeType.Type
  /// Number of conformances looked up so far: each costs time at a program's start.
  let lookups = Atomic<Int>(0)
  /// Result of the lookup of each protocol by its case: ``unknown``, ``absent``, or the address of the conformance.
  private let words = AtomicWords(count: Hook.allCases.count)
  private static let unknown: UInt = 0
  private static let absent: UInt = 1

  init(_ type: any NodeType.Type) { self.type = type }

  /// The protocols, in the order of lists.
  enum Hook: Int, CaseIterable {
    case focusable, revealing, scrollContainer, listContainer, sceneContainer, lifecycle, ticking, gestureRecognizing, accessible,
      statePreserving, styleAdjusting, propertyAdjusting, defaultLook, stateMotion, hoverable, hitShaped, initial, preparing, textInput,
      skeleton, environmentObserving, reconciling, valueObserving
  }

  /// Returns the protocol's name, and whether the type adopts it.
  func row(_ hook: Hook) -> (name: String, isAdopted: Bool) {
    switch hook {
    case .focusable: ("FocusableType", focusable != nil)
    case .revealing: ("RevealingType", revealing != nil)
    case .scrollContainer: ("ScrollContainerType", scrollContainer != nil)
    case .listContainer: ("ListContainerType", listContainer != nil)
    case .sceneContainer: ("SceneContainerType", sceneContainer != nil)
    case .lifecycle: ("LifecycleType", lifecycle != nil)
    case .ticking: ("TickingType", ticking != nil)
    case .gestureRecognizing: ("GestureRecognizingType", gestureRecognizing != nil)
    case .accessible: ("AccessibleType", accessible != nil)
    case .statePreserving: ("StatePreserving", statePreserving != nil)
    case .styleAdjusting: ("StyleAdjustingType", styleAdjusting != nil)
    case .propertyAdjusting: ("PropertyAdjustingType", propertyAdjusting != nil)
    case .defaultLook: ("DefaultLookType", defaultLook != nil)
    case .stateMotion: ("StateMotionType", stateMotion != nil)
    case .hoverable: ("HoverableType", hoverable != nil)
    case .hitShaped: ("HitShapedType", hitShaped != nil)
    case .initial: ("InitialPropertiesType", initial != nil)
    case .preparing: ("PreparingType", preparing != nil)
    case .textInput: ("TextInputType", textInput != nil)
    case .skeleton: ("SkeletonType", skeleton != nil)
    case .environmentObserving: ("EnvironmentObservingType", environmentObserving != nil)
    case .reconciling: ("ReconcilingType", reconciling != nil)
    case .valueObserving: ("ValueObservingType", valueObserving != nil)
    }
  }

  var focusable: (any FocusableType.Type)? { lookUp(.focusable) { $0 as? any FocusableType.Type } }
  var revealing: (any RevealingType.Type)? { lookUp(.revealing) { $0 as? any RevealingType.Type } }
  var scrollContainer: (any ScrollContainerType.Type)? { lookUp(.scrollContainer) { $0 as? any ScrollContainerType.Type } }
  var listContainer: (any ListContainerType.Type)? {
    scrollContainer == nil ? nil : lookUp(.listContainer) { $0 as? any ListContainerType.Type }
  }
  var sceneContainer: (any SceneContainerType.Type)? { lookUp(.sceneContainer) { $0 as? any SceneContainerType.Type } }
  var lifecycle: (any LifecycleType.Type)? { lookUp(.lifecycle) { $0 as? any LifecycleType.Type } }
  var ticking: (any TickingType.Type)? { lookUp(.ticking) { $0 as? any TickingType.Type } }
  var gestureRecognizing: (any GestureRecognizingType.Type)? { lookUp(.gestureRecognizing) { $0 as? any GestureRecognizingType.Type } }
  var accessible: (any AccessibleType.Type)? { lookUp(.accessible) { $0 as? any AccessibleType.Type } }
  var statePreserving: (any StatePreserving.Type)? { lookUp(.statePreserving) { $0 as? any StatePreserving.Type } }
  var styleAdjusting: (any StyleAdjustingType.Type)? { lookUp(.styleAdjusting) { $0 as? any StyleAdjustingType.Type } }
  var propertyAdjusting: (any PropertyAdjustingType.Type)? { lookUp(.propertyAdjusting) { $0 as? any PropertyAdjustingType.Type } }
  var defaultLook: (any DefaultLookType.Type)? { lookUp(.defaultLook) { $0 as? any DefaultLookType.Type } }
  var stateMotion: (any StateMotionType.Type)? { lookUp(.stateMotion) { $0 as? any StateMotionType.Type } }
  var hoverable: (any HoverableType.Type)? { lookUp(.hoverable) { $0 as? any HoverableType.Type } }
  var hitShaped: (any HitShapedType.Type)? { lookUp(.hitShaped) { $0 as? any HitShapedType.Type } }
  private var initial: (any InitialPropertiesType.Type)? { lookUp(.initial) { $0 as? any InitialPropertiesType.Type } }
  var setsInitialProperties: Bool { initial != nil }
  var preparing: (any PreparingType.Type)? { lookUp(.preparing) { $0 as? any PreparingType.Type } }
  var textInput: (any TextInputType.Type)? { lookUp(.textInput) { $0 as? any TextInputType.Type } }
  var skeleton: (any SkeletonType.Type)? { lookUp(.skeleton) { $0 as? any SkeletonType.Type } }
  var environmentObserving: (any EnvironmentObservingType.Type)? {
    lookUp(.environmentObserving) { $0 as? any EnvironmentObservingType.Type }
  }
  var reconciling: (any ReconcilingType.Type)? { lookUp(.reconciling) { $0 as? any ReconcilingType.Type } }
  var valueObserving: (any ValueObservingType.Type)? { lookUp(.valueObserving) { $0 as? any ValueObservingType.Type } }

  /// Returns the type as the protocol's metatype; nil if the type does not adopt the protocol.
  /// - Parameter cast: looks up the conformance.
  @inline(__always)
  private func lookUp<Metatype>(_ hook: Hook, _ cast: (any NodeType.Type) -> Metatype?) -> Metatype? {
    let known = words.load(hook.rawValue)
    if known == Self.absent { return nil }
    // unsafeBitCast: an existential metatype of one protocol is the type and the address of its conformance; the sizes are checked by the cast.
    if known != Self.unknown { return unsafeBitCast((unsafeBitCast(type as Any.Type, to: UInt.self), known), to: Metatype.self) }
    lookups.add(1, ordering: .relaxed)
    let found = cast(type)
    // unsafeBitCast: as above. Threads that look at the same time store the same address.
    words.store(found.map { unsafeBitCast($0, to: (UInt, UInt).self).1 } ?? Self.absent, at: hook.rawValue)
    return found
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
