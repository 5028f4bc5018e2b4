internal import ControlsPlugin
public import Tessera
public import TesseraGeometry
public import TesseraRender

/// Control that chooses a value with columns of rows, of which the middle one is chosen: a roller, a time, a date, a duration.
///
/// A finger throws a column, and it comes to rest at a row. Up and Down choose a row, Left and Right another column. Enter, the press of an
/// encoder, edits a column, and then the next one. Typed numbers and letters choose their row.
public protocol RollerControl: FocusableType, TickingType, LifecycleType, AccessibleType, GestureRecognizingType,
  LayoutDescribing
where Storage == RollerStorage {
  /// Whether the program enables the control. The environment can still disable it (`EnvironmentValues.isEnabled`).
  var isEnabled: Bool { get set }
  /// Name for screen readers.
  var spokenLabel: String? { get }
  /// Returns the columns in reading order.
  func columns(in environment: EnvironmentValues) -> [RollerColumn]
  /// Returns whether right-to-left surroundings mirror the order of the columns.
  static var isMirrored: Bool { get }
  /// Returns the value in words, for screen readers.
  func words(in environment: EnvironmentValues) -> String
  /// Chooses a row for the user, and notifies the program. Frame loop, no lock held.
  static func choose(row: Int, ofColumn column: Int, _ node: Node<Self>)
}

extension RollerControl {
  /// Keeps vertical drags from a scroll container around the roller.
  public static var recognizers: [GestureRecognizer] {
    [GestureRecognizer(PanGesture(axis: .vertical), cancelsTouches: false) { _ in }]
  }

  /// Returns the words of which some letters are not shown; empty if all are.
  public func layoutDescription(in context: DrawContext) -> [(String, AttributeValue)] {
    CutWords.description { try draw(in: $0, context: context) }
  }

  func frames(in size: Size, _ environment: EnvironmentValues) -> RollerFrames {
    RollerFrames(
      columns(in: environment), in: size, isMirrored: Self.isMirrored && environment.direction == .rtl, environment)
  }

  public func size(thatFits range: SizeRange, in context: MeasureContext) -> Size {
    range.clamp(RollerFrames.size(columns(in: context.environment), context.environment))
  }

  /// Returns whether the control can be focused: not while it is disabled.
  public static func isFocusable(_ node: Node<Self>) -> Bool { node.value.isEnabled && node.environmentValues.isEnabled }

  /// Returns the chosen row of the column that keys change.
  public static func focusArea(in node: Node<Self>) -> RoundedRect? {
    let environment = node.environmentValues
    let frames = node.value.frames(in: node.frame.size, environment)
    let column = node.storage.state.withLock { $0.column }
    guard !frames.columns.isEmpty else { return nil }
    return RoundedRect(frames.band(min(column, frames.columns.count - 1)).inset(by: 2), radius: environment.theme[.radius2])
  }

  public static func focusRingReach(in node: Node<Self>) -> Double? { 0 }

  public static func interfaceStateDidChange(_ node: Node<Self>, from old: InterfaceState, to new: InterfaceState) {
    if old == .visible { node.storage.state.withLock { $0.scrolls = [:] } }
  }

  // MARK: semantics

  public static func semantics(of node: Node<Self>) -> NodeSemantics {
    let (value, environment) = (node.value, node.environmentValues)
    let columns = value.columns(in: environment)
    var semantics = NodeSemantics(columns.count == 1 ? .stepper : .group, label: value.spokenLabel, value: value.words(in: environment))
    if columns.count == 1 { semantics.actions = [.increment, .decrement] }
    if !isFocusable(node) { semantics.isDisabled = true }
    return semantics
  }

  /// Each of several columns is a stepper.
  public static func semanticsParts(of node: Node<Self>) -> [SemanticsPart] {
    let (value, environment) = (node.value, node.environmentValues)
    let columns = value.columns(in: environment)
    guard columns.count > 1 else { return [] }
    let frames = value.frames(in: node.frame.size, environment)
    return columns.enumerated().map { index, column in
      var semantics = NodeSemantics(.stepper, label: column.name.isEmpty ? value.spokenLabel : column.name)
      semantics.value = column.unit.isEmpty ? column.title(column.index) : column.title(column.index) + " " + column.unit
      if !isFocusable(node) { semantics.isDisabled = true }
      semantics.actions = [.increment, .decrement]
      return SemanticsPart(index, semantics, frame: frames.columns[index])
    }
  }

  public static func perform(_ action: SemanticsAction, onPart part: Int?, of node: Node<Self>) -> Bool {
    guard node.canBeTurned, action == .increment || action == .decrement else { return false }
    return node.turn(column: part ?? 0, by: action == .increment ? 1 : -1)
  }
}

extension Node where Value: RollerControl {
  /// Whether the user can change the value: the control and its environment are enabled and not read-only.
  var canBeTurned: Bool {
    let environment = environmentValues
    return value.isEnabled && environment.isEnabled && !environment.isReadOnly
  }

  /// Chooses a row of a column: the next one at the distance `steps`. Returns whether another row is chosen. Frame loop.
  @discardableResult
  func turn(column: Int, by steps: Int) -> Bool {
    let columns = value.columns(in: environmentValues)
    guard columns.indices.contains(column), columns[column].count > 1 else { return false }
    let from = columns[column].index
    return go(to: from + steps, in: column, columns[column])
  }

  /// Moves a column to a row and chooses it. Returns whether another row is chosen. Frame loop.
  ///
  /// - Parameters:
  ///   - place: Row; rows of an endless column are counted on beyond the last one.
  ///   - velocity: Speed of a throw, rows a second.
  @discardableResult
  func go(to place: Int, in index: Int, _ column: RollerColumn, velocity: Double = 0) -> Bool {
    let row = column.row(at: place)
    // The motion of an endless column takes the way that the user has chosen.
    let target = column.isEndless ? place : row
    let environment = environmentValues
    let isStill = environment.reducesMotion || environment.textAntialiasing == .bilevel
    storage.state.withLock { state in
      var scroll = state.scrolls[index] ?? RollerScroll(column.index)
      if isStill { scroll.stop(at: target) } else { scroll.travel(to: target, velocity: velocity) }
      state.scrolls[index] = scroll.isAtRest ? nil : scroll
    }
    let isOther = row != column.index
    if isOther { Value.choose(row: row, ofColumn: index, self) }
    // A value outside of the control's limits is not taken: the column moves on to the row that is.
    let after = value.columns(in: environment)
    if isOther, after.indices.contains(index), after[index].index != row {
      let place = target + after[index].index - row
      storage.state.withLock { state in
        if isStill { state.scrolls[index] = nil } else { state.scrolls[index]?.travel(to: place) }
      }
    }
    setNeedsDisplay()
    requestTick(after: 0)
    return isOther
  }
}
