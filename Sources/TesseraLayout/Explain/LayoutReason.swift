/// A step on the way from the style of a box to one of its extents: `percent 50 of 320`, then `flexed: grew 40 of 120`.
///
/// Lengths are logical units of the border box unless they say otherwise.
public enum LayoutReason: Sendable, Hashable {
  /// A limit that a size ran into.
  public enum Limit: String, Sendable, Hashable, CaseIterable {
    case minWidth = "min-width"
    case maxWidth = "max-width"
    case minHeight = "min-height"
    case maxHeight = "max-height"
    /// The automatic minimum of flex items: nothing shrinks below what its content needs.
    case minContent = "min-content"
    /// No box is smaller than its padding and border.
    case padding = "padding and border"
    /// The range that the root was to lie in.
    case range
  }

  /// A side of a box.
  public enum Side: String, Sendable, Hashable, CaseIterable { case left, top, right, bottom }

  /// The style gives the length.
  case given(Double)
  /// The style gives a share of something known.
  case percent(Double, of: Double)
  /// The style gives a share of something unknown, which counts as automatic.
  case percentOfUnknown(Double)
  /// `flexBasis` gives the length that the box starts from.
  case basis(Double)
  /// `flexBasis` gives a share of something known.
  case basisPercent(Double, of: Double)
  /// What lies inside decides.
  case content
  /// Padding and border decide: inside is nothing that takes room.
  case padding(Double)
  /// The style asks for the smallest width that its content needs.
  case minContent
  /// The style asks for all that its content wants.
  case maxContent
  /// The content wants more than the space, and gets the space.
  case cutToSpace(Double)
  /// The other extent and the aspect ratio decide.
  case ratio(Double)
  /// As large as the space, by alignment or because the style says so.
  case stretched
  /// Got a part of the free space of its line.
  case grew(Double, of: Double)
  /// Gave up a part of what its line lacked.
  case shrank(Double, of: Double)
  /// Would be of another size but for a limit.
  case clamped(Limit, to: Double)
  /// Padding and border come on top of a length that means the content.
  case plusPadding(Double)
  /// An absolute box that fills what lies between two insets.
  case absolute([Side])
  /// An automatic margin took free space.
  case autoMargin(Side, Double)
  /// The caller of the layout fixed the size.
  case fixed
  /// `display: none`, for the box or one that holds it.
  case displayNone
  /// `display: contents`: no box of its own.
  case displayContents
  /// Nested more deeply than the layout goes.
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
  /// At most three decimals, none where there is nothing behind the point.
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
