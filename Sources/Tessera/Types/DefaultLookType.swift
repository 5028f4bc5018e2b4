internal import Synchronization

/// A node type with a look of its own, which its nodes have as long as the program gives them no box: neither background nor border.
///
/// The framework keeps ``OwnBox/isGiven`` of the node's storage up to date. The hooks of the type read it there: ``StyleAdjustingType`` for the
/// height and the padding, ``PropertyAdjustingType`` for background, border and corners, `layout(in:)` and `draw(in:context:)` for the content.
///
/// ```swift
/// struct Pad: DefaultLookType, PropertyAdjustingType {
///   final class Storage: DefaultLookStorage { let ownBox = OwnBox() }
///   static let typeName = "pad"
///
///   func adjust(_ properties: inout NodeProperties, storage: Storage, in environment: EnvironmentValues) {
///     guard !storage.ownBox.isGiven else { return }
///     properties.background = .theme(.well)
///   }
/// }
/// ```
///
/// After a change of ``OwnBox/isGiven`` the node is styled, laid out and drawn again.
public protocol DefaultLookType: NodeType where Storage: DefaultLookStorage {}

/// The storage of a type with a look of its own.
public protocol DefaultLookStorage: NodeStorage {
  /// Whether the program gave the node a box. Must always return the same object.
  var ownBox: OwnBox { get }
}

/// Records whether a program gave a node a background or a border. Any thread; the framework sets it.
public final class OwnBox: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Makes the record of a node without a box of its own.
  public init() {}

  /// Whether the program gave the node a background or a border.
  public var isGiven: Bool { flag.load(ordering: .acquiring) }

  func set(_ isGiven: Bool) { flag.store(isGiven, ordering: .releasing) }
}

extension DefaultLookType {
  static func recordBox(_ isGiven: Bool, erased node: AnyNode) { typed(node).storage.ownBox.set(isGiven) }
}

extension NodeProperties {
  /// Whether background or border are set.
  var hasBox: Bool { background != nil || border != nil }
}

extension AnyNode {
  /// Records that the program's properties changed. Returns the work that this needs in addition. Lock held.
  final func recordBox(from old: NodeProperties, to new: NodeProperties) -> Invalidation {
    let isGiven = new.hasBox
    guard old.hasBox != isGiven, let type = hooks.defaultLook else { return [] }
    type.recordBox(isGiven, erased: self)
    state.styleGeneration &+= 1
    forgetMeasurements()
    return [.layout, .display]
  }
}
