public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Dots that show the current page of several. A press on a half changes the page by one in that direction.
///
/// ```swift
/// Pager(days, id: \.self) { day in … }.with(\.page, $day)
/// PageDots($day, of: days.count)
/// ```
///
/// Sends `change` with the new page.
public struct PageDots: ControlType, StateMotionType, ChangeSendingType, ValueCheckingType {
  public typealias Storage = ControlStorage

  public static let typeName = "page-dots"
  public static let summary = "Dots for pages; one marks the current page."
  /// The user chose another page; the payload is its index from 0.
  public static let change = Signal<Int>("change")

  /// Index of the current page, from 0.
  public var page = 0
  /// Number of pages.
  public var count = 0
  public var isEnabled = true
  /// Name for screen readers.
  var spokenLabel: String?
  /// Value of the program that the control follows and changes.
  var binding: Binding<Int>?
  /// Position of the current dot while it moves; nil means by ``page``.
  private var movingPlace: Double?

  /// Creates dots of no page.
  public init() {}

  /// Creates dots. `page` is an index from 0.
  public init(_ page: Int, of count: Int, label: String? = nil) { (self.page, self.count, spokenLabel) = (page, count, label) }

  /// Creates dots that follow a page of the program and change it.
  public init(_ page: Binding<Int>, of count: Int, label: String? = nil) {
    self.init(page.wrappedValue, of: count, label: label)
    binding = page
  }

  public static var attributes: [NodeAttribute<PageDots>] {
    [
      .integer("value", \.page, affects: .display, help: "Index of the page, from 0."),
      .integer("count", \.count, in: 0...1_000_000, help: "Number of pages."),
      .boolean("enabled", \.isEnabled, affects: .display, help: "Whether the control can be used."),
      NodeAttribute(
        "place", kind: .number(-1e9...1e9), affects: .display, help: "Place of the current dot.", get: { .number(Double($0.shownPage)) },
        set: { $0.movingPlace = $1.number }
      ).unlisted(),
    ]
  }

  public static var signals: [NodeSignal] {
    [NodeSignal(change, payload: .integer(0...1_000_000), sets: "value", help: "The user selected another page.") { .number(Double($0)) }]
  }

  /// Animates the current dot.
  public static func stateMotion(from old: PageDots, to new: PageDots) -> Motion? {
    old.page != new.page ? .spring(duration: 0.22) : nil
  }

  /// Number of pages, at least 0.
  var pageCount: Int { min(1_000_000, max(0, count)) }
  /// Page within the range.
  var shownPage: Int { min(max(0, pageCount - 1), max(0, page)) }

  public func valueProblems() -> [ValueProblem] {
    if count == 0 { return [ValueProblem("count", reason: "0 pages have no dots")] }
    guard page < 0 || page >= pageCount else { return [] }
    return [
      ValueProblem("value", related: ["count"], reason: "\(page) is not a page: \(pageCount) pages have the indices 0 to \(pageCount - 1)")
    ]
  }

  // MARK: measuring and drawing

  private static let side = 8.0
  private static let length = 20.0
  /// Largest number of visible dots.
  private static let limit = 7

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    let dots = Double(min(Self.limit, pageCount))
    let width = dots > 0 ? dots * Self.side + (dots - 1) * Self.side + Self.length - Self.side : 0
    return range.clamp(Size(max(width, context.environment.theme[.touch]), context.environment.theme[.controlSmall]))
  }

  /// Extends the area that a finger hits to the theme's `touch` height, unless the program sets a slop.
  public func adjust(_ properties: inout NodeProperties, storage: ControlStorage, in environment: EnvironmentValues) {
    let slop = (environment.theme[.touch] - environment.theme[.controlSmall]) / 2
    if slop > 0, properties.hitTestSlop == .zero { properties.hitTestSlop = Insets(horizontal: 0, vertical: slop) }
  }

  public func drawPlan(in context: DrawContext) throws -> DrawPlan { context.plan { draw(in: $0, context: context) } }

  public func draw(in canvas: borrowing Canvas, context: DrawContext) {
    let look = ControlLook(self, in: context)
    let (theme, box, count) = (look.theme, context.contentRect, pageCount)
    guard count > 0 else { return }
    let place = min(Double(count - 1), max(0, movingPlace ?? Double(shownPage)))
    let visible = min(Self.limit, count)
    let first = min(count - visible, max(0, Int(place.rounded()) - visible / 2))
    let total = Double(2 * visible - 1) * Self.side + Self.length - Self.side
    var x = box.midX - total / 2
    for i in first..<first + visible {
      let share = max(0, 1 - abs(Double(i) - place))
      let width = Self.side + (Self.length - Self.side) * share
      // Dots before further pages are smaller.
      let isCut = i == first && first > 0 || i == first + visible - 1 && first + visible < count
      let height = isCut ? 4.0 : Self.side
      let area = Rect(x + (isCut ? 2 : 0), box.midY - height / 2, isCut ? height : width, height)
      let shape = RoundedRect(look.aligned(look.placed(area, in: context.size.width)), radius: isCut ? 1 : 3)
      if look.isDotted, !isCut {
        look.edge(shape, theme.ink, in: canvas)
        if share >= 0.5 { canvas.fill(RoundedRect(shape.rect.inset(by: 2), radius: 1), .color(theme.ink)) }
        x += width + Self.side
        continue
      }
      canvas.fill(shape, .color(share >= 0.5 ? look.isEnabled ? look.accent : look.mark(theme.ink) : look.mark(theme.edge)))
      // On 1-bit displays only the current dot is filled.
      if look.isBilevel, share < 0.5, !isCut {
        canvas.fill(RoundedRect(shape.rect.inset(by: look.stroke), radius: 2), .color(theme.ground))
      }
      x += width + Self.side
    }
  }
}

/// Node of dots for pages.
public typealias PageDotsNode = Node<PageDots>

extension Node where Value == PageDots {
  /// Creates dots that follow a page of the program and change it. Any thread.
  public convenience init(_ page: Binding<Int>, of count: Int, label: String? = nil) {
    self.init(PageDots(page, of: count, label: label))
    bind(\.page) { page.wrappedValue }
  }

  /// Calls `perform` with the page that the user chooses. Frame loop.
  @discardableResult
  public func onChange(_ perform: @escaping @Sendable (Int) -> Void) -> HandlerToken { on(PageDots.change, perform: perform) }
}
