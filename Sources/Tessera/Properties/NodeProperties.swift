public import TesseraGeometry
public import TesseraRender

/// Properties common to all nodes: a plain value guarded by the node's lock.
public struct NodeProperties: Sendable, Hashable {
  /// Opacity of the node and all below it, composited as one picture, 0...1.
  public var opacity = 1.0
  /// Transform of the node and all below it about the anchor.
  public var transform = Transform.identity
  /// Fixed point of the transform, as shares of the box: (0, 0) is its top left corner, (0.5, 0.5) its middle.
  public var transformAnchor = Point(0.5, 0.5)
  /// Whether the node is laid out but not shown.
  public var isHidden = false
  /// Fill of the box, below the content.
  public var background: Paint?
  /// Corner radii of background, border and shadow, and with `clipsToBounds` of everything below.
  public var cornerRadii = CornerRadii.zero
  /// Whether content and subnodes are clipped to the (rounded) edge of the box.
  public var clipsToBounds = false
  /// Blend mode of the node and all below it, as one picture, with the content under it.
  public var blend = BlendMode.normal
  /// Blur of the content under the box, standard deviation in logical units; 0 disables it.
  public var backdropBlur = 0.0
  /// Whether the node and all below it are drawn on a worker into one buffer.
  public var rasterizesSubtree = false
  /// Number of pixels of that buffer per device pixel of the box, in each direction. Content under an enlarging transform is sharp if this is the
  /// transform's factor. Clamped to 0.01...64, and to the maximum size of a buffer.
  public var rasterScale = 1.0
  /// Whether the content is drawn during compositing without a buffer. For content that is cheap to draw.
  public var drawsDirectly = false
  /// Whether the content of the node and all below it appears together, when its last draw finishes.
  public var appearsTogether = false
  /// Whether a frame waits for the content instead of showing a placeholder or nothing.
  public var neverShowsPlaceholder = false
  /// Whether drawing of the node and all below it is suspended, so that changes wait.
  public var suspendsDrawing = false
  /// Whether the node's data is still loading, so that its placeholder stays.
  public var keepsPlaceholder = false
  /// Whether touches can hit the node or anything below it.
  public var isInteractive = true
  /// Whether the node takes the first focus by keys if nothing is focused.
  public var takesInitialFocus = false
  /// Properties that most nodes do not change: border, shadow, placeholder, and those that are not painted.
  var rare = RareProperties.initial

  /// Makes the properties of a new node.
  public init() {}

  /// Whether the subtree must first be painted into a separate picture.
  var needsGroup: Bool { opacity < 1 || blend != .normal }

  /// Whether a node without content and subnodes consists only of its background.
  var isPlain: Bool {
    opacity == 1 && !isHidden && blend == .normal && transform.isIdentity && cornerRadii.isZero && !clipsToBounds && backdropBlur == 0
      && rare === RareProperties.initial
  }

  /// Scale of the subtree's buffer.
  var rasterFactor: Double { rasterizesSubtree && rasterScale.isFinite ? min(64, max(0.01, rasterScale)) : 1 }

  /// Copies the properties that control when content is drawn, which do not affect painting.
  mutating func copyDrawing(from other: Self) {
    suspendsDrawing = other.suspendsDrawing
    drawPriority = other.drawPriority
    keepsPlaceholder = other.keepsPlaceholder
  }

  /// Returns whether content is stored differently than with `other`: in one buffer for the subtree, in none, or in the node's own.
  func isKeptOtherwise(than other: Self) -> Bool {
    rasterizesSubtree != other.rasterizesSubtree || rasterFactor != other.rasterFactor || drawsDirectly != other.drawsDirectly
  }

  /// Whether any colour follows the colour scheme.
  var isDynamic: Bool {
    background?.isDynamic ?? false || border?.color.isDynamic ?? false || shadow?.color.isDynamic ?? false
      || placeholder?.paint.isDynamic ?? false || focusRing?.color.isDynamic ?? false || focusRing?.contrast?.isDynamic ?? false
  }

  /// Returns the properties with their colours resolved in an environment.
  func resolved(in environment: EnvironmentValues) -> NodeProperties {
    var properties = self
    properties.background = background?.resolved(in: environment)
    if let color = border?.color { properties.border?.color = color.resolved(in: environment) }
    if let color = shadow?.color { properties.shadow?.color = color.resolved(in: environment) }
    if let paint = placeholder?.paint { properties.placeholder?.paint = paint.resolved(in: environment) }
    if let color = focusRing?.color { properties.focusRing?.color = color.resolved(in: environment) }
    if let color = focusRing?.contrast { properties.focusRing?.contrast = color.resolved(in: environment) }
    return properties
  }

  /// Returns whether touches may hit a different area than with `other`.
  func isHit(otherwise other: Self) -> Bool {
    isHidden != other.isHidden || isInteractive != other.isInteractive || clipsToBounds != other.clipsToBounds
      || (opacity > 0) != (other.opacity > 0)
      || transform != other.transform || transformAnchor != other.transformAnchor || hitTestSlop != other.hitTestSlop
      || zIndex != other.zIndex
  }

  static func invalidation(from old: Self, to new: Self) -> Invalidation {
    if old.rare !== new.rare, old.rare.value.semantics != new.rare.value.semantics || old.isPressable != new.isPressable {
      var seen = new
      (seen.semantics, seen.isPressable) = (old.semantics, old.isPressable)
      return seen == old ? .semantics : invalidation(from: old, to: seen).union(.semantics)
    }
    var a = old
    a.opacity = new.opacity
    // The loop computes the effect of these on areas itself.
    a.transform = new.transform
    a.transformAnchor = new.transformAnchor
    a.backdropBlur = new.backdropBlur
    a.background = new.background
    a.cornerRadii = new.cornerRadii
    a.isInteractive = new.isInteractive
    a.takesInitialFocus = new.takesInitialFocus
    a.appearsTogether = new.appearsTogether
    a.neverShowsPlaceholder = new.neverShowsPlaceholder
    a.copyDrawing(from: new)
    if a.rare !== new.rare {
      // These four have the same effect as any property not named above.
      var rare = new.rare.value
      (rare.placeholder, rare.focusScope, rare.safeAreaPadding) = (old.placeholder, old.focusScope, old.safeAreaPadding)
      rare.additionalSafeAreaInsets = old.additionalSafeAreaInsets
      a.rare = RareProperties(rare)
    }
    var what: Invalidation = a == new ? .composite : [.composite, .geometry]
    // Content may depend on the corners.
    if old.cornerRadii != new.cornerRadii { what.formUnion(.display) }
    if old.safeAreaPadding != new.safeAreaPadding || old.additionalSafeAreaInsets != new.additionalSafeAreaInsets {
      what.formUnion(.layout)
    }
    return what
  }
}

extension Invalidation {
  /// The painted areas of nodes must be recomputed; sizes stay.
  static let geometry = Invalidation(rawValue: 8)
  /// Bindings must be evaluated again.
  static let bindings = Invalidation(rawValue: 32)
  /// A motion was requested that changes no property of the node.
  static let motion = Invalidation(rawValue: 64)
  /// Semantics may have changed: nothing is laid out or painted.
  static let semantics = Invalidation(rawValue: 128)
}

/// Properties that snapshots can hold without copying them.
final class SharedProperties: Sendable {
  /// Painted properties, with the colours of the node's colour scheme.
  let value: NodeProperties
  /// ``NodeProperties/isPlain``, computed once instead of in each frame that paints it.
  let isPlain: Bool
  /// Whether the node is pressable, so that its press may adjust the properties.
  let isPressable: Bool
  /// The program's properties, if a colour follows the scheme or the node's type adjusts them.
  private let source: SharedProperties?

  init(_ value: NodeProperties) {
    self.value = value
    isPlain = value.isPlain
    isPressable = value.isPressable
    source = nil
    recordUse()
  }

  /// Makes painted properties together with the program's.
  init(_ value: NodeProperties, from given: NodeProperties) {
    self.value = value
    isPlain = value.isPlain
    isPressable = given.isPressable
    source = SharedProperties(given)
    recordUse()
  }

  private func recordUse() {
    if value.suspendsDrawing || value.drawPriority != nil || value.keepsPlaceholder { DrawControl.recordUse() }
    if !value.sharedElement.isEmpty { SharedElements.recordUse() }
  }

  /// The program's properties.
  var given: NodeProperties { source?.value ?? value }

  /// Properties of a new node.
  static let initial = SharedProperties(NodeProperties())
}
