internal import TesseraRender

/// The hooks of one node type: which of the protocols beside ``NodeType`` it adopts, looked up once for each type. Any thread.
///
/// A node holds the hooks of its type, and the framework calls a hook through the protocol's metatype: `node.hooks.ticking?.tick(erased: node, at: time)`.
/// A new hook of a protocol is a requirement with its erased form in the protocol's file, and the call; a new protocol is a row here, too.
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
  let initialProperties: SharedProperties
  let preparing: (any PreparingType.Type)?
  let skeleton: (any SkeletonType.Type)?

  private init(_ type: any NodeType.Type) {
    typeName = type.typeName
    traits = type.traits
    focusable = type as? any FocusableType.Type
    revealing = type as? any RevealingType.Type
    scrollContainer = type as? any ScrollContainerType.Type
    listContainer = type as? any ListContainerType.Type
    sceneContainer = type as? any SceneContainerType.Type
    lifecycle = type as? any LifecycleType.Type
    ticking = type as? any TickingType.Type
    gestureRecognizing = type as? any GestureRecognizingType.Type
    accessible = type as? any AccessibleType.Type
    statePreserving = type as? any StatePreserving.Type
    styleAdjusting = type as? any StyleAdjustingType.Type
    initialProperties = (type as? any InitialPropertiesType.Type).map { SharedProperties($0.initialProperties) } ?? .initial
    preparing = type as? any PreparingType.Type
    skeleton = type as? any SkeletonType.Type
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
