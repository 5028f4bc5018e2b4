internal import Tessera
internal import TesseraGeometry
internal import TesseraLayout
internal import TesseraRender

/// Nodes that a stack shows around one of its screens. A value.
struct ScreenDecoration: Sendable, Equatable {
  /// Dims the content below a sheet.
  var dim: AnyNode?
  /// Dims the page next to one that slides, and draws the shadow of its edge.
  var shade: AnyNode?
  /// Extension below a sheet that is pulled above its highest detent.
  var extent: AnyNode?
  /// Grabber at the upper edge of a draggable sheet.
  var grabber: AnyNode?

  /// Creates an empty decoration.
  init() {}

  init(for screen: ScreenNode) {
    switch screen.presentation {
    case .page: shade = Node<PageShade>()
    case .cover: break
    case .sheet: (dim, extent, grabber) = (Node<ScreenDim>(), Node<SheetExtent>(), Node<SheetGrabber>())
    }
  }

  /// Nodes from the lowest to the topmost.
  var below: [AnyNode] { [dim, shade].compactMap { $0 } }
  var above: [AnyNode] { [extent, grabber].compactMap { $0 } }
  var nodes: [AnyNode] { below + above }

  /// Default shadow of sheets.
  static let sheetShadow = Shadow(color: .theme(.shadow), radius: 24)
}

/// Dims the content below a sheet and blocks its touches.
struct ScreenDim: InitialPropertiesType, StyleAdjustingType {
  static let typeName = "screen-dim"
  static let traits: NodeTraits = [.drawsNothing, .measuresNothing]

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.background = .theme(.scrim)
    return properties
  }

  func adjust(_ style: inout LayoutStyle, storage: NoStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
  }

  static func handle(_ event: Event, node: Node<ScreenDim>) -> EventResponse {
    guard case .touch(let touch) = event else { return .ignored }
    if touch.phase == .ended, let screens = node.supernode as? ScreensNode { screens.goBack() }
    return .handled
  }
}

/// Slightly darkens the visible part of the page below a sliding page, most at the sliding page's edge.
struct PageShade: StyleAdjustingType {
  static let typeName = "page-shade"
  static let traits: NodeTraits = [.drawsNothing, .measuresNothing]

  init() {}

  func adjust(_ style: inout LayoutStyle, storage: NoStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
  }

  /// Shares of the scrim's opacity in the shade, and at the page's edge.
  private static let (dim, edge): (Float, Float) = (0.25, 0.6)
  /// Start of the edge's shadow, as a fraction of the width.
  private static let edgeStart = 0.96

  static func background(isRightToLeft: Bool) -> Paint {
    func scrim(_ share: Float) -> Color { .theme(.scrim).opacity(share) }
    let stops = [GradientStop(0, scrim(dim)), GradientStop(edgeStart, scrim(dim)), GradientStop(1, scrim(edge))]
    let ends = (Point(0, 0), Point(1, 0))
    return .gradient(isRightToLeft ? .linear(from: ends.1, to: ends.0, stops: stops) : .linear(from: ends.0, to: ends.1, stops: stops))
  }
}

extension ScreenDecoration {
  /// Sets the side on which the shade is darkest, that of the incoming page.
  func setDirection(isRightToLeft: Bool) {
    let background = PageShade.background(isRightToLeft: isRightToLeft)
    if let shade, shade.background != background { shade.background = background }
  }
}

/// Extends a sheet downwards while it is pulled above its highest detent.
struct SheetExtent: StyleAdjustingType {
  static let typeName = "sheet-extent"
  static let traits: NodeTraits = [.drawsNothing, .measuresNothing]
  /// Height as a fraction of the container's height.
  static let share = 0.5

  init() {}

  func adjust(_ style: inout LayoutStyle, storage: NoStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    style.inset = LayoutEdges.zero
    style.inset.top = .auto
    style.height = .percent(Self.share * 100)
    Screen.limitWidth(&style)
  }
}

/// Shows that a sheet is draggable.
struct SheetGrabber: InitialPropertiesType, StyleAdjustingType {
  static let typeName = "sheet-grabber"
  static let traits: NodeTraits = [.drawsNothing, .measuresNothing]
  private static let size = Size(36, 5)

  static var initialProperties: NodeProperties {
    var properties = NodeProperties()
    properties.background = .theme(.edge)
    properties.cornerRadii = CornerRadii(size.height / 2)
    return properties
  }

  func adjust(_ style: inout LayoutStyle, storage: NoStorage, in environment: EnvironmentValues) {
    style.position = .absolute
    style.inset = LayoutEdges(top: .points(5), right: .points(0), bottom: .auto, left: .points(0))
    style.margin.left = .auto
    style.margin.right = .auto
    style.width = .points(Self.size.width)
    style.height = .points(Self.size.height)
  }
}
