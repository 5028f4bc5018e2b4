public import TesseraGeometry

/// A child with space around it.
///
/// An infinite inset takes all leftover space on its side: one pins the child to the opposite side, two centre it.
/// NaN counts as 0; negative insets let the child overflow.
public struct Inset: LayoutElement {
  let insets: Insets
  let children: [any LayoutElement]

  /// Creates an inset; several children overlap.
  public init(_ insets: Insets, @LayoutElementBuilder _ children: () -> [any LayoutElement]) {
    self.insets = insets
    self.children = children()
  }

  /// Creates the same inset on all sides, logical units.
  public init(_ all: Double, @LayoutElementBuilder _ children: () -> [any LayoutElement]) { self.init(Insets(all), children) }

  /// One number if all sides are equal, else top, right, bottom, left.
  private var words: String {
    let i = insets
    let all = [i.top, i.right, i.bottom, i.left]
    return (all.allSatisfy { $0 == i.top } ? [i.top] : all).map(LayoutText.number).joined(separator: " ")
  }

  /// Appends a padded box around the child.
  public func append(to builder: inout LayoutBuilder, adjust: (inout LayoutStyle) -> Void) {
    let i = insets
    func finite(_ v: Double) -> Double { v.isFinite ? v : 0 }
    var style = LayoutStyle.spec {
      $0.direction = .column
      $0.wrap = children.count > 1 ? .overlay : .noWrap
      $0.padding = LayoutEdges(
        top: .points(max(0, finite(i.top))), right: .points(max(0, finite(i.right))), bottom: .points(max(0, finite(i.bottom))),
        left: .points(max(0, finite(i.left))))
    }
    adjust(&style)
    builder.name("Inset \(words)", isSpec: true)
    builder.container(style: style) { b in
      for child in children {
        child.append(to: &b) { s in
          var pinned = false
          func side(_ inset: Double, _ edge: inout Dimension, vertical: Bool) {
            if inset == .infinity {
              edge = .auto
              pinned = pinned || vertical
            } else if inset < 0, inset.isFinite, case .points(let m) = edge {
              edge = .points(m + inset)
            }
          }
          side(i.left, &s.margin.left, vertical: false)
          side(i.right, &s.margin.right, vertical: false)
          side(i.top, &s.margin.top, vertical: true)
          side(i.bottom, &s.margin.bottom, vertical: true)
          if !pinned { s.fillMainAxis() }
        }
      }
    }
  }
}
