/// State of section 9.7 for one line: sums over its unfrozen items.
struct FlexibleLine {
  let first: Int
  let end: Int
  /// Length of the line minus gaps and flex base sizes.
  let space: Double
  /// Whether the used flex factor is the grow factor; if not, the shrink factor.
  let grows: Bool
  var initialFreeSpace = 0.0
  var remainingFreeSpace: Double
  var growSum = 0.0
  var shrinkSum = 0.0
  /// Sum of shrink factors times flex base sizes.
  var scaledShrinkSum = 0.0
  var unfrozenCount = 0

  init(_ line: FlexLine, mainSize: Double) {
    first = line.first
    end = line.first + line.count
    grows = line.sumOfHypothetical < mainSize
    space = mainSize - line.sumOfBase
    remainingFreeSpace = space
  }

  @inline(__always) mutating func add(_ item: UnsafeMutablePointer<FlexItem>) {
    growSum += item.pointee.grow
    shrinkSum += item.pointee.shrink
    scaledShrinkSum += item.pointee.shrink * item.pointee.flexBaseSize
  }

  /// Returns an item's share of the remaining free space.
  @inline(__always) func share(of item: UnsafeMutablePointer<FlexItem>) -> Double {
    if grows {
      guard remainingFreeSpace > 0, growSum > 0 else { return 0 }
      return remainingFreeSpace * (item.pointee.grow / growSum)
    }
    guard remainingFreeSpace < 0, scaledShrinkSum > 0 else { return 0 }
    return remainingFreeSpace * (item.pointee.shrink * item.pointee.flexBaseSize / scaledShrinkSum)
  }
}

// CSS Flexible Box Layout Level 1, section 9.7: resolving flexible lengths.
extension LayoutEngine {
  /// Distributes the free space of line `l` among its items and freezes those that reach a limit, until all are frozen.
  ///
  /// Each round freezes at least one item, so the number of rounds is at most the number of items.
  mutating func resolveFlexibleLengths(_ flex: FlexContainer, _ l: Int) {
    // 1. Used flex factor.
    var line = FlexibleLine(lines[l], mainSize: flex.mainSize)
    // 2. Size inflexible items.
    sizeInflexibleItems(flex, &line)
    // 3. Initial free space.
    line.initialFreeSpace = line.remainingFreeSpace
    // 4. Loop. a. Are there unfrozen items?
    while line.unfrozenCount > 0 {
      // b. Remaining free space: factors with a sum below 1 distribute only a part of it.
      let sum = line.grows ? line.growSum : line.shrinkSum
      if sum > 0, sum < 1 {
        let part = line.initialFreeSpace * sum
        if abs(part) < abs(line.remainingFreeSpace) { line.remainingFreeSpace = part }
      }
      // c. Distribute free space. d. Fix min/max violations.
      let violation = distributeFreeSpace(flex, line)
      if abs(violation) < 1e-9 * max(1, abs(line.remainingFreeSpace)) { break }
      // e. Freeze over-flexed items. f. Return to the start of the loop.
      if !freezeOverflexedItems(violation, &line) { break }
    }
  }

  /// 9.7, step 2.
  @inline(__always) private mutating func sizeInflexibleItems(_ flex: FlexContainer, _ line: inout FlexibleLine) {
    let isRigid = !line.grows && nodes[flex.box].itemsDoNotShrink
    for i in line.first..<line.end {
      let item = items + i
      let factor = line.grows ? item.pointee.grow : item.pointee.shrink
      let isBeyond =
        line.grows
        ? item.pointee.flexBaseSize > item.pointee.hypotheticalMainSize : item.pointee.flexBaseSize < item.pointee.hypotheticalMainSize
      item.pointee.targetMainSize = item.pointee.hypotheticalMainSize
      item.pointee.isFrozen = factor == 0 || isBeyond || isRigid
      if item.pointee.isFrozen {
        line.remainingFreeSpace -= item.pointee.hypotheticalMainSize - item.pointee.flexBaseSize
      } else {
        loadLimits(flex, item)
        line.add(item)
        line.unfrozenCount += 1
      }
    }
  }

  /// 9.7, steps 4c and 4d; returns the total violation.
  @inline(__always) private mutating func distributeFreeSpace(_ flex: FlexContainer, _ line: FlexibleLine) -> Double {
    var violation = 0.0
    for i in line.first..<line.end where !items[i].isFrozen {
      let extra = line.share(of: items + i)
      if !line.grows, extra < 0 { resolveAutomaticMinimum(flex, items + i) }
      // `resolveAutomaticMinimum` may have reallocated the stack of items.
      let wanted = items[i].flexBaseSize + extra
      let size = max(items[i].minMainSize, min(wanted, items[i].maxMainSize))
      items[i].targetMainSize = size
      violation += size - wanted
    }
    return violation
  }

  /// 9.7, step 4e: freezes items below their minimum or above their maximum; returns whether there were any.
  @inline(__always) private mutating func freezeOverflexedItems(_ violation: Double, _ line: inout FlexibleLine) -> Bool {
    var count = 0
    for i in line.first..<line.end where !items[i].isFrozen {
      let item = items + i
      let wanted = item.pointee.flexBaseSize + line.share(of: item)
      if violation > 0 ? item.pointee.targetMainSize > wanted : item.pointee.targetMainSize < wanted {
        item.pointee.isFrozen = true
        count += 1
      }
    }
    line.unfrozenCount -= count
    line.remainingFreeSpace = line.space
    (line.growSum, line.shrinkSum, line.scaledShrinkSum) = (0, 0, 0)
    for i in line.first..<line.end {
      let item = items + i
      if item.pointee.isFrozen {
        line.remainingFreeSpace -= item.pointee.targetMainSize - item.pointee.flexBaseSize
      } else {
        line.add(item)
      }
    }
    return count > 0
  }
}
