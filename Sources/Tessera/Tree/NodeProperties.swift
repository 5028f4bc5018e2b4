public import TesseraGeometry
public import TesseraRender

/// What every node has, whatever its type: a plain value behind the node's lock.
public struct NodeProperties: Sendable, Hashable {
  /// Opacity of the node and all below it as one picture, 0...1.
  public var opacity = 1.0
  /// Applied about the anchor to the node and all below it.
  public var transform = Transform.identity
  /// The point that the transform leaves where it is, as shares of the box: (0, 0) is its top left corner, (0.5, 0.5) its middle.
  public var transformAnchor = Point(0.5, 0.5)
  /// Laid out but not shown.
  public var isHidden = false
  /// Fills the box beneath the content.
  public var background: Paint?
  /// Rounds background, border, shadow and, with `clipsToBounds`, everything below.
  public var cornerRadii = CornerRadii.zero
  /// Cuts content and subnodes at the (rounded) edge of the box.
  public var clipsToBounds = false
  /// How the node and all below it, as one picture, are mixed with what lies beneath.
  public var blend = BlendMode.normal
  /// Blurs what lies beneath the box, standard deviation in logical units; 0: not.
  public var backdropBlur = 0.0
  /// Draws the node and all below it on a worker into one buffer.
  public var rasterizesSubtree = false
  /// For each device pixel of the box so many pixels of that buffer, each way: what is shown under a transform that makes it larger is sharp where
  /// this is the factor. Clamped to 0.01...64, and to what a buffer may hold.
  public var rasterScale = 1.0
  /// Draws the content at composite time without a buffer: for what is cheap to draw.
  public var drawsDirectly = false
  /// Whether the content of the node and of all below it appears at once, when the last of it is drawn.
  public var appearsTogether = false
  /// Whether the loop waits for the content where else a placeholder, or nothing, would be seen.
  public var neverShowsPlaceholder = false
  /// Whether the node and all below it are drawn no more: changes wait.
  public var suspendsDrawing = false
  /// Whether the node's data are still loading, so that its placeholder stays.
  public var keepsPlaceholder = false
  /// Whether touches can hit the node or anything below it.
  public var isInteractive = true
  /// Whether keys that find nothing focused come here first.
  public var takesInitialFocus = false
  /// What most nodes leave as it is: border, shadow, placeholder, and what is not painted.
  var rare = RareProperties.initial

  /// Makes the properties of a new node.
  public init() {}

  /// Whether the subtree has to be painted as a picture of its own first.
  var needsGroup: Bool { opacity < 1 || blend != .normal }

  /// Whether a node without content and subnodes is nothing but its background.
  var isPlain: Bool {
    opacity == 1 && !isHidden && blend == .normal && transform.isIdentity && cornerRadii.isZero && !clipsToBounds && backdropBlur == 0
      && rare === RareProperties.initial
  }

  /// The factor that a buffer of the subtree is drawn with.
  var rasterFactor: Double { rasterizesSubtree && rasterScale.isFinite ? min(64, max(0.01, rasterScale)) : 1 }

  /// Takes over when the content is drawn, which changes nothing of what is painted.
  mutating func copyDrawing(from other: Self) {
    suspendsDrawing = other.suspendsDrawing
    drawPriority = other.drawPriority
    keepsPlaceholder = other.keepsPlaceholder
  }

  /// Whether content is kept in another way than with `other`: in one buffer for the subtree, in none, in one of the node's own.
  func isKeptOtherwise(than other: Self) -> Bool {
    rasterizesSubtree != other.rasterizesSubtree || rasterFactor != other.rasterFactor || drawsDirectly != other.drawsDirectly
  }

  /// Whether a colour follows the colour scheme.
  var isDynamic: Bool {
    background?.isDynamic ?? false || border?.color.isDynamic ?? false || shadow?.color.isDynamic ?? false
      || placeholder?.paint.isDynamic ?? false || focusRing?.color.isDynamic ?? false || focusRing?.contrast?.isDynamic ?? false
  }

  /// The same with colours as they are in a scheme.
  func resolved(in scheme: ColorScheme) -> NodeProperties {
    var properties = self
    properties.background = background?.resolved(in: scheme)
    if let color = border?.color { properties.border?.color = color.resolved(in: scheme) }
    if let color = shadow?.color { properties.shadow?.color = color.resolved(in: scheme) }
    if let paint = placeholder?.paint { properties.placeholder?.paint = paint.resolved(in: scheme) }
    if let color = focusRing?.color { properties.focusRing?.color = color.resolved(in: scheme) }
    if let color = focusRing?.contrast { properties.focusRing?.contrast = color.resolved(in: scheme) }
    return properties
  }

  /// Whether `other` may be hit by a touch where these properties are not, or not where they are.
  func isHit(otherwise other: Self) -> Bool {
    isHidden != other.isHidden || isInteractive != other.isInteractive || clipsToBounds != other.clipsToBounds
      || (opacity > 0) != (other.opacity > 0)
      || transform != other.transform || transformAnchor != other.transformAnchor || hitTestSlop != other.hitTestSlop
  }

  static func invalidation(from old: Self, to new: Self) -> Invalidation {
    if old.rare !== new.rare, old.rare.value.semantics != new.rare.value.semantics {
      var seen = new
      seen.semantics = old.semantics
      return seen == old ? .semantics : invalidation(from: old, to: seen).union(.semantics)
    }
    var a = old
    a.opacity = new.opacity
    // What these do to areas the loop finds itself.
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
      // Of these three do the same as anything that is not named above.
      var rare = new.rare.value
      (rare.placeholder, rare.focusScope, rare.safeAreaPadding) = (old.placeholder, old.focusScope, old.safeAreaPadding)
      a.rare = RareProperties(rare)
    }
    var what: Invalidation = a == new ? .composite : [.composite, .geometry]
    // Content may follow the corners.
    if old.cornerRadii != new.cornerRadii { what.formUnion(.display) }
    if old.safeAreaPadding != new.safeAreaPadding { what.formUnion(.layout) }
    return what
  }
}

extension Invalidation {
  /// The areas that nodes paint are to be found again; sizes stay.
  static let geometry = Invalidation(rawValue: 8)
  /// Bindings are to be evaluated again.
  static let bindings = Invalidation(rawValue: 32)
  /// A motion was asked for that changes nothing of what the node has.
  static let motion = Invalidation(rawValue: 64)
  /// Semantics may have changed: nothing is laid out or painted.
  static let semantics = Invalidation(rawValue: 128)
}

/// Properties that snapshots can hold without copying them.
final class SharedProperties: Sendable {
  /// What is painted with: colours are those of the node's colour scheme.
  let value: NodeProperties
  /// ``NodeProperties/isPlain``, found once rather than by each frame that paints it.
  let isPlain: Bool
  /// What was set, where a colour in it follows the scheme or the node's type adjusts it.
  private let source: SharedProperties?

  init(_ value: NodeProperties) {
    self.value = value
    isPlain = value.isPlain
    source = nil
    noteUse()
  }

  /// What is painted with, made from what was set.
  init(_ value: NodeProperties, from given: NodeProperties) {
    self.value = value
    isPlain = value.isPlain
    source = SharedProperties(given)
    noteUse()
  }

  private func noteUse() {
    if value.suspendsDrawing || value.drawPriority != nil || value.keepsPlaceholder { DrawControl.noteUse() }
    if !value.sharedElement.isEmpty { SharedElements.noteUse() }
  }

  /// What was set.
  var given: NodeProperties { source?.value ?? value }

  /// What a new node has.
  static let initial = SharedProperties(NodeProperties())
}
