/// `justifyContent` or `alignContent` of a container, with keywords that depend on axis or direction resolved.
struct ContentDistribution {
  let keyword: ContentAlignment.Keyword
  let isSafe: Bool

  /// Source: CSS Box Alignment 3, section 5.1.4 for flex containers.
  init(_ alignment: ContentAlignment, isMainAxis: Bool, isColumn: Bool, rtl: Bool) {
    isSafe = alignment.overflow == .safe
    switch alignment.keyword {
    case .normal: keyword = isMainAxis ? .flexStart : .stretch
    // On the main axis, flexing does the stretching.
    case .stretch: keyword = isMainAxis ? .flexStart : .stretch
    case .left: keyword = isMainAxis && !isColumn && rtl ? .end : .start
    case .right: keyword = isMainAxis && !isColumn && !rtl ? .end : .start
    case .baseline: keyword = .flexStart
    case .lastBaseline: keyword = .flexEnd
    default: keyword = alignment.keyword
    }
  }

  /// Returns the offset of the first item or line from the start of the axis (of the last one if reversed).
  func initialOffset(free: Double, count: Int, isReverse: Bool) -> Double {
    switch keyword {
    case .spaceBetween: return free > 0 && count > 1 ? 0 : isReverse ? free : 0
    case .spaceAround: return free > 0 ? free / Double(2 * count) : 0
    case .spaceEvenly: return free > 0 ? free / Double(count + 1) : 0
    case .stretch: return isReverse ? free : 0
    default: break
    }
    if free <= 0, isSafe { return 0 }
    switch keyword {
    case .center: return free / 2
    case .end: return free
    case .flexEnd: return isReverse ? 0 : free
    case .flexStart: return isReverse ? free : 0
    default: return 0
    }
  }

  /// Returns the space between two neighbours, without the gap.
  func spaceBetween(free: Double, count: Int) -> Double {
    guard free > 0, count > 1 else { return 0 }
    switch keyword {
    case .spaceBetween: return free / Double(count - 1)
    case .spaceEvenly: return free / Double(count + 1)
    case .spaceAround: return free / Double(count)
    default: return 0
    }
  }
}

extension LayoutEngine {
  /// Returns the cross-axis alignment of an item.
  ///
  /// Source: CSS Flexbox 1, section 8.3.
  mutating func alignment(of box: Int, in container: Int, isAbsolute: Bool = false) -> (CrossAlignment, isSafe: Bool) {
    let column = nodes[container].isColumn
    let own = nodes[box].alignSelf
    if nodes[box].hasMargin, !isAbsolute {
      // Automatic margins leave no space for alignment; items that are too large overflow at the end. Source: section 9.6, step 13.
      let m = nodes[box].margin
      if column ? m.left.isAuto || m.right.isAuto : m.top.isAuto || m.bottom.isAuto {
        return (.start, (own.keyword == .auto ? nodes[container].alignItems : own).overflow == .safe)
      }
    }
    // Only on the horizontal axis can the start of an item differ from its container's start.
    return alignment(own, in: container, flips: column && nodes[box].rightToLeft != nodes[container].rightToLeft)
  }

  /// Returns the alignment of an item without automatic cross margins and with `align-self` = `own`. `flips`: its start is the container's
  /// end.
  @inline(__always)
  mutating func alignment(_ own: ItemAlignment, in container: Int, flips: Bool = false) -> (CrossAlignment, isSafe: Bool) {
    var own = own
    if own.keyword == .auto { own = nodes[container].alignItems }
    let isSafe = own.overflow == .safe
    let reverse = nodes[container].wrap == .wrapReverse
    switch own.keyword {
    case .start: return (.start, isSafe)
    case .end: return (.end, isSafe)
    case .selfStart, .selfEnd: return ((own.keyword == .selfStart) != flips ? .start : .end, isSafe)
    case .center: return (.center, isSafe)
    case .flexStart: return (reverse ? .end : .start, isSafe)
    case .flexEnd: return (reverse ? .start : .end, isSafe)
    case .baseline: return (.baseline, isSafe)
    case .lastBaseline: return (.lastBaseline, isSafe)
    case .auto, .normal, .stretch: return (.stretch, isSafe)
    }
  }

  /// Returns whether an item fills its line on the cross axis: by alignment, or by the size `stretch`.
  mutating func stretches(_ container: Int, _ box: Int) -> Bool {
    let size = nodes[container].isColumn ? nodes[box].width : nodes[box].height
    return size.isStretch || (size.isAuto && alignment(of: box, in: container).0 == .stretch)
  }
}
