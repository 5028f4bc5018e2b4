/// A step from the style of a box to one of its extents: `percent 50 of 320`, then `flexed: grew 40 of 120`.
///
/// Lengths are logical units of the border box, except where documented.
public enum LayoutReason: Sendable, Hashable {
  /// A limit that changed a size.
  public enum Limit: String, Sendable, Hashable, CaseIterable {
    case minWidth = "min-width"
    case maxWidth = "max-width"
    case minHeight = "min-height"
    case maxHeight = "max-height"
    /// The automatic minimum of flex items: items don't shrink below their min-content size.
    case minContent = "min-content"
    /// No box is smaller than its padding and border.
    case padding = "padding and border"
    /// The size range of the root.
    case range
  }

  /// A side of a box.
  public enum Side: String, Sendable, Hashable, CaseIterable { case left, top, right, bottom }

  /// Length set in the style.
  case given(Double)
  /// Percentage of a definite size.
  case percent(Double, of: Double)
  /// Percentage of an indefinite size; counts as automatic.
  case percentOfUnknown(Double)
  /// Length of `flexBasis`, the base size.
  case basis(Double)
  /// Percentage in `flexBasis` of a definite size.
  case basisPercent(Double, of: Double)
  /// Size of the content.
  case content
  /// Padding and border only; the content is empty.
  case padding(Double)
  /// The style sets `minContent`.
  case minContent
  /// The style sets `maxContent`.
  case maxContent
  /// The content is larger than the space; clamped to the space.
  case cutToSpace(Double)
  /// Follows from the other extent and the aspect ratio.
  case ratio(Double)
  /// Stretched to the space, by alignment or by the style.
  case stretched
  /// Received a share of the free space of its line.
  case grew(Double, of: Double)
  /// Lost a share of the missing space of its line.
  case shrank(Double, of: Double)
  /// Changed by a limit.
  case clamped(Limit, to: Double)
  /// Padding and border were added to a content-box length.
  case plusPadding(Double)
  /// An absolute box that fills the space between two insets.
  case absolute([Side])
  /// An automatic margin absorbed free space.
  case autoMargin(Side, Double)
  /// Size fixed by the caller of the layout.
  case fixed
  /// `display: none`, for the box or an ancestor.
  case displayNone
  /// `display: contents`: the box is skipped.
  case displayContents
  /// Nested deeper than the maximum depth.
  case tooDeep
}

extension LayoutReason: CustomStringConvertible {
  /// The step in words.
  public var description: String {
    func n(_ v: Double) -> String { LayoutText.number(v) }
    return switch self {
    case .given(let v): "given \(n(v))"
    case .percent(let p, let whole): "percent \(n(p)) of \(n(whole))"
    case .percentOfUnknown(let p): "percent \(n(p)) of unknown: content"
    case .basis(let v): "flex-basis \(n(v))"
    case .basisPercent(let p, let whole): "flex-basis percent \(n(p)) of \(n(whole))"
    case .content: "content"
    case .padding(let v): "padding and border \(n(v))"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    case .cutToSpace(let v): "content, cut to the space of \(n(v))"
    case .ratio(let v): "ratio \(n(v))"
    case .stretched: "stretched"
    case .grew(let part, let whole): "flexed: grew \(n(part)) of \(n(whole))"
    case .shrank(let part, let whole): "flexed: shrank \(n(part)) of \(n(whole))"
    case .clamped(.minContent, let v): "clamped by min-content \(n(v))"
    case .clamped(let limit, let v): "clamped by \(limit.rawValue) \(n(v))"
    case .plusPadding(let v): "plus padding and border \(n(v))"
    case .absolute(let sides): "absolute: \(sides.map(\.rawValue).joined(separator: "+"))"
    case .autoMargin(let side, let v): "auto margin \(side.rawValue) \(n(v))"
    case .fixed: "fixed by the caller"
    case .displayNone: "display none"
    case .displayContents: "display contents"
    case .tooDeep: "nested too deeply"
    }
  }
}

/// Numbers and constraints in words.
enum LayoutText {
  /// Formats a number with at most three decimals, without trailing `.0`.
  static func number(_ v: Double) -> String {
    guard v.isFinite else { return v > 0 ? "unlimited" : "?" }
    let rounded = (v * 1000).rounded() / 1000
    if rounded == rounded.rounded(), abs(rounded) < 1e15 { return String(Int(rounded)) }
    return "\(rounded)"
  }

  static func extent(_ e: MeasureConstraint.Extent) -> String {
    switch e {
    case .definite(let v): "definite \(number(v))"
    case .atMost(let v): "at most \(number(v))"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    }
  }
}
