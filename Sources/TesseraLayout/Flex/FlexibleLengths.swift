// Section 9.7: resolving flexible lengths.
extension LayoutEngine {
  /// Distributes the free space of line `l` among its items, freezing those that hit a limit, until all are frozen.
  ///
  /// Each round freezes at least one item, so there are at most as many rounds as items.
  mutating func resolveFlexibleLengths(_ flex: FlexContainer, _ l: Int, inner: Double) {
    let first = lines[l].first
    let end = first + lines[l].count
    // 1. Growing or shrinking?
    let grows = lines[l].sumOfHypothetical < inner
    let keeps = !grows && nodes[flex.box].keepsItems
    var remaining = inner - lines[l].sumOfBase
    var totalGrow = 0.0
    var totalShrink = 0.0
    var weighted = 0.0
    var flexible = 0
    // 2. Size inflexible items.
    for i in first..<end {
      let item = items + i
      let factor = grows ? item.pointee.grow : item.pointee.shrink
      let beyond =
        grows ? item.pointee.base > item.pointee.hypothetical : item.pointee.base < item.pointee.hypothetical
      item.pointee.flexed = item.pointee.hypothetical
      item.pointee.frozen = factor == 0 || beyond || keeps
      if item.pointee.frozen {
        remaining -= item.pointee.hypothetical - item.pointee.base
      } else {
        settleLimits(flex, item)
        totalGrow += item.pointee.grow
        totalShrink += item.pointee.shrink
        weighted += item.pointee.shrink * item.pointee.base
        flexible += 1
      }
    }
    // 3. Initial free space.
    let initial = remaining
    // 4. Loop.
    while flexible > 0 {
      // 4b. Remaining free space; factors of less than 1 in all leave some of it.
      let sum = grows ? totalGrow : totalShrink
      if sum > 0, sum < 1 {
        let part = initial * sum
        if abs(part) < abs(remaining) { remaining = part }
      }
      // 4c. Distribute, and 4d. fix violations.
      var violation = 0.0
      for i in first..<end where !items[i].frozen {
        var extra = 0.0
        if grows {
          if remaining > 0, totalGrow > 0 { extra = remaining * (items[i].grow / totalGrow) }
        } else if remaining < 0, weighted > 0 {
          extra = remaining * (items[i].shrink * items[i].base / weighted)
          if extra < 0 { settleMinimum(flex, items + i) }
        }
        let wanted = items[i].base + extra
        let size = max(items[i].minimum, min(wanted, items[i].maximum))
        items[i].flexed = size
        violation += size - wanted
      }
      // 4e. Freeze over-flexed items: those below their minimum, those above their maximum, or all.
      if abs(violation) < 1e-9 * max(1, abs(remaining)) { break }
      var froze = 0
      for i in first..<end where !items[i].frozen {
        let item = items + i
        var extra = 0.0
        if grows {
          if remaining > 0, totalGrow > 0 { extra = remaining * (items[i].grow / totalGrow) }
        } else if remaining < 0, weighted > 0 {
          extra = remaining * (items[i].shrink * item.pointee.base / weighted)
        }
        let wanted = item.pointee.base + extra
        if violation > 0 ? item.pointee.flexed > wanted : item.pointee.flexed < wanted {
          item.pointee.frozen = true
          froze += 1
        }
      }
      // What is left for the others.
      remaining = inner - lines[l].sumOfBase
      totalGrow = 0
      totalShrink = 0
      weighted = 0
      for i in first..<end {
        let item = items + i
        if item.pointee.frozen {
          remaining -= item.pointee.flexed - item.pointee.base
        } else {
          totalGrow += item.pointee.grow
          totalShrink += item.pointee.shrink
          weighted += item.pointee.shrink * item.pointee.base
        }
      }
      flexible -= froze
      if froze == 0 { break }
    }
  }
}
