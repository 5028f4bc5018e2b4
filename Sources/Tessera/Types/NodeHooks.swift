internal import TesseraRender

/// The hooks of one node type: which of the protocols beside ``NodeType`` it adopts, looked up once for each type. Any thread.
///
/// A node holds the hooks of its type, and the framework calls a hook through the protocol's metatype: `node.hooks.ticking?.tick(erased: node, at: time)`.
/// A new hook of a protocol is a requirement with its erased form in the protocol's file, and the call; a new protocol is a row here, too.
///
/// The rows are filled by ``NodeHookProvider``, not by casts: a program of static libraries has thousands of conformances, and the runtime looks through all of
/// them for each protocol that a type does not adopt.
final class NodeHooks: Sendable {
  let typeName: String
  let traits: NodeTraits
  let focusable: (any FocusableType.Type)?
  let revealing: (any RevealingType.Type)?
  let scrollContainer: (any ScrollContainerType.Type)?
  let listContainer: (any ListContainerType.Type)?
  let sceneContainer: (any SceneContainerType.Type)?
  let lifecycle: (any LifecycleType.Type)?
  let ticking: (any TickingType.Type)?
  let gestureRecognizing: (any GestureRecognizingType.Type)?
  let accessible: (any AccessibleType.Type)?
  let statePreserving: (any StatePreserving.Type)?
  let styleAdjusting: (any StyleAdjustingType.Type)?
  let propertyAdjusting: (any PropertyAdjustingType.Type)?
  let stateMotion: (any StateMotionType.Type)?
  let hoverable: (any HoverableType.Type)?
  let initialProperties: SharedProperties
  let preparing: (any PreparingType.Type)?
  let skeleton: (any SkeletonType.Type)?
  let environmentObserving: (any EnvironmentObservingType.Type)?
  let valueObserving: (any ValueObservingType.Type)?

  private init(_ type: any NodeType.Type) {
    typeName = type.typeName
    traits = type.traits
    focusable = type._focusableHook
    revealing = type._revealingHook
    scrollContainer = type._scrollContainerHook
    listContainer = type._listContainerHook
    sceneContainer = type._sceneContainerHook
    lifecycle = type._lifecycleHook
    ticking = type._tickingHook
    gestureRecognizing = type._gestureRecognizingHook
    accessible = type._accessibleHook
    statePreserving = type._statePreservingHook
    styleAdjusting = type._styleAdjustingHook
    propertyAdjusting = type._propertyAdjustingHook
    stateMotion = type._stateMotionHook
    hoverable = type._hoverableHook
    initialProperties = type._initialPropertiesHook.map { SharedProperties($0.initialProperties) } ?? .initial
    preparing = type._preparingHook
    skeleton = type._skeletonHook
    environmentObserving = type._environmentObservingHook
    valueObserving = type._valueObservingHook
  }

  /// Places of the states that values of the type declare; nil: nobody has asked.
  private let states = Locked<[StatePlace]?>(nil)

  /// Returns where values of the type declare states: what `find` finds in the first that is asked for.
  func statePlaces(_ find: () -> [StatePlace]) -> [StatePlace] {
    if let known = states.withLock({ $0 }) { return known }
    let found = find()
    states.withLock { $0 = found }
    return found
  }

  private static let known = Locked<[ObjectIdentifier: NodeHooks]>([:])

  /// The hooks of `Value`, found when its first node is made.
  static func of<Value: NodeType>(_: Value.Type) -> NodeHooks {
    let key = ObjectIdentifier(Value.self)
    if let hooks = known.withLock({ $0[key] }) { return hooks }
    // Not under the lock: what a type says of itself is its own code. Where two threads come here, both have the hooks of the first.
    let made = NodeHooks(Value.self)
    return known.withLock { known in
      if let hooks = known[key] { return hooks }
      known[key] = made
      return made
    }
  }
}

/// Which of the protocols that refine ``NodeType`` a node type adopts. The compiler fills it in: the extension of each protocol answers for the types that adopt it,
/// the one below for all others. Node types neither write nor call it.
///
/// A protocol counts where the type adopts it in the module in which it conforms to ``NodeType``.
public protocol NodeHookProvider {
  static var _focusableHook: (any FocusableType.Type)? { get }
  static var _revealingHook: (any RevealingType.Type)? { get }
  static var _scrollContainerHook: (any ScrollContainerType.Type)? { get }
  static var _listContainerHook: (any ListContainerType.Type)? { get }
  static var _sceneContainerHook: (any SceneContainerType.Type)? { get }
  static var _lifecycleHook: (any LifecycleType.Type)? { get }
  static var _tickingHook: (any TickingType.Type)? { get }
  static var _gestureRecognizingHook: (any GestureRecognizingType.Type)? { get }
  static var _accessibleHook: (any AccessibleType.Type)? { get }
  static var _statePreservingHook: (any StatePreserving.Type)? { get }
  static var _styleAdjustingHook: (any StyleAdjustingType.Type)? { get }
  static var _propertyAdjustingHook: (any PropertyAdjustingType.Type)? { get }
  static var _stateMotionHook: (any StateMotionType.Type)? { get }
  static var _hoverableHook: (any HoverableType.Type)? { get }
  static var _initialPropertiesHook: (any InitialPropertiesType.Type)? { get }
  static var _preparingHook: (any PreparingType.Type)? { get }
  static var _skeletonHook: (any SkeletonType.Type)? { get }
  static var _environmentObservingHook: (any EnvironmentObservingType.Type)? { get }
  static var _valueObservingHook: (any ValueObservingType.Type)? { get }
}

extension NodeType {
  public static var _focusableHook: (any FocusableType.Type)? { nil }
  public static var _revealingHook: (any RevealingType.Type)? { nil }
  public static var _scrollContainerHook: (any ScrollContainerType.Type)? { nil }
  public static var _listContainerHook: (any ListContainerType.Type)? { nil }
  public static var _sceneContainerHook: (any SceneContainerType.Type)? { nil }
  public static var _lifecycleHook: (any LifecycleType.Type)? { nil }
  public static var _tickingHook: (any TickingType.Type)? { nil }
  public static var _gestureRecognizingHook: (any GestureRecognizingType.Type)? { nil }
  public static var _accessibleHook: (any AccessibleType.Type)? { nil }
  public static var _statePreservingHook: (any StatePreserving.Type)? { nil }
  public static var _styleAdjustingHook: (any StyleAdjustingType.Type)? { nil }
  public static var _propertyAdjustingHook: (any PropertyAdjustingType.Type)? { nil }
  public static var _stateMotionHook: (any StateMotionType.Type)? { nil }
  public static var _hoverableHook: (any HoverableType.Type)? { nil }
  public static var _initialPropertiesHook: (any InitialPropertiesType.Type)? { nil }
  public static var _preparingHook: (any PreparingType.Type)? { nil }
  public static var _skeletonHook: (any SkeletonType.Type)? { nil }
  public static var _environmentObservingHook: (any EnvironmentObservingType.Type)? { nil }
  public static var _valueObservingHook: (any ValueObservingType.Type)? { nil }
}

extension ValueObservingType {
  public static var _valueObservingHook: (any ValueObservingType.Type)? { Self.self }
}

extension FocusableType {
  public static var _focusableHook: (any FocusableType.Type)? { Self.self }
}

extension RevealingType {
  public static var _revealingHook: (any RevealingType.Type)? { Self.self }
}

extension ScrollContainerType {
  public static var _scrollContainerHook: (any ScrollContainerType.Type)? { Self.self }
}

extension ListContainerType {
  public static var _listContainerHook: (any ListContainerType.Type)? { Self.self }
}

extension SceneContainerType {
  public static var _sceneContainerHook: (any SceneContainerType.Type)? { Self.self }
}

extension LifecycleType {
  public static var _lifecycleHook: (any LifecycleType.Type)? { Self.self }
}

extension TickingType {
  public static var _tickingHook: (any TickingType.Type)? { Self.self }
}

extension GestureRecognizingType {
  public static var _gestureRecognizingHook: (any GestureRecognizingType.Type)? { Self.self }
}

extension AccessibleType {
  public static var _accessibleHook: (any AccessibleType.Type)? { Self.self }
}

extension StatePreserving {
  public static var _statePreservingHook: (any StatePreserving.Type)? { Self.self }
}

extension StyleAdjustingType {
  public static var _styleAdjustingHook: (any StyleAdjustingType.Type)? { Self.self }
}

extension PropertyAdjustingType {
  public static var _propertyAdjustingHook: (any PropertyAdjustingType.Type)? { Self.self }
}

extension StateMotionType {
  public static var _stateMotionHook: (any StateMotionType.Type)? { Self.self }
}

extension HoverableType {
  public static var _hoverableHook: (any HoverableType.Type)? { Self.self }
}

extension InitialPropertiesType {
  public static var _initialPropertiesHook: (any InitialPropertiesType.Type)? { Self.self }
}

extension PreparingType {
  public static var _preparingHook: (any PreparingType.Type)? { Self.self }
}

extension SkeletonType {
  public static var _skeletonHook: (any SkeletonType.Type)? { Self.self }
}

extension EnvironmentObservingType {
  public static var _environmentObservingHook: (any EnvironmentObservingType.Type)? { Self.self }
}
