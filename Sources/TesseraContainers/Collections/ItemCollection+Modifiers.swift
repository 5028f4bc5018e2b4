public import Tessera
public import TesseraGeometry
public import TesseraRender

// Members of ``ItemCollection`` as modifiers.
extension TypedElement where ElementType == ItemCollection {
  /// Returns the collection with another layout.
  public func listLayout(_ layout: any ListLayout) -> Self { with { $0.listLayout = layout } }
  /// Insets around all content; part of the content.
  public func insets(_ insets: Insets) -> Self { with { $0.insets = insets } }
  /// Scroll anchor while data change.
  public func anchoring(_ anchoring: ListAnchoring) -> Self { with { $0.anchoring = anchoring } }
  /// Number of items that may be selected.
  public func selection(_ selection: SelectionMode) -> Self { with { $0.selection = selection } }
  /// Colour of the border around a selected item, and around the item with the cursor.
  public func selectionColor(_ selectionColor: Color) -> Self { with { $0.selectionColor = selectionColor } }
}
