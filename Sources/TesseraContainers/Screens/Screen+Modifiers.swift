public import Tessera

// Members of ``Screen`` as modifiers.
extension TypedElement where ElementType == Screen {
  /// Title in tabs.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Icon in tabs: SVG path data in a square of 24 units; empty means none.
  public func icon(_ icon: String) -> Self { with { $0.icon = icon } }
  /// Badge next to the icon or title in tabs, such as a number of messages; empty means none.
  public func badge(_ badge: String) -> Self { with { $0.badge = badge } }
  /// Presentation above the screens below.
  public func presentation(_ presentation: Screen.Presentation) -> Self { with { $0.presentation = presentation } }
  /// Height of a sheet as a fraction of the container's height, 0...1; 0 means the height of its content.
  public func sheetHeight(_ sheetHeight: Double) -> Self { with { $0.sheetHeight = sheetHeight } }
  /// Heights at which a sheet rests, as fractions of the container's height, 0...1, in any order. They replace `sheetHeight`; empty means
  /// `sheetHeight` only. The user can drag the sheet between them.
  public func detents(_ detents: [Double]) -> Self { with { $0.detents = detents } }
  /// Index of the current detent, the lowest first; the user or the program changes it.
  public func detent(_ detent: Int) -> Self { with { $0.detent = detent } }
  /// Whether the user can drag a sheet to another detent or, if it is dismissible, away.
  public func draggable(_ isDraggable: Bool = true) -> Self { with { $0.isDraggable = isDraggable } }
  /// Whether a draggable sheet has a grabber at its upper edge.
  public func showsGrabber(_ showsGrabber: Bool = true) -> Self { with { $0.showsGrabber = showsGrabber } }
  /// Whether a sheet of a stack inside tabs covers only that stack. Otherwise it covers the tabs with their bar and their container. Read
  /// when the sheet is presented.
  public func scoped(_ isScoped: Bool = true) -> Self { with { $0.isScoped = isScoped } }
  /// Whether the user can dismiss it: with the Escape key, by a swipe from the edge, by a tap outside a sheet or by pulling the sheet down.
  public func dismissible(_ isDismissible: Bool = true) -> Self { with { $0.isDismissible = isDismissible } }
}

// Modifiers with the names of attributes in scenes, for members that have another name in Swift.
extension TypedElement where ElementType == Screen {
  /// Whether a draggable sheet has a grabber at its upper edge.
  public func grabber(_ isShown: Bool = true) -> Self { with { $0.showsGrabber = isShown } }
}
