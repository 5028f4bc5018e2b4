/// Array in blocks. A copy with one changed element shares all other blocks, so copying a long array with few changes is cheap. A value.
struct BlockArray<Element: Sendable>: Sendable, RandomAccessCollection {
  /// Elements of a block, as a power of two.
  private static var shift: Int { 8 }
  private static var mask: Int { 1 << shift - 1 }

  private var blocks: [ContiguousArray<Element>]
  let count: Int

  /// Creates an array of `elements`. Complexity: linear.
  init(_ elements: some Collection<Element>) {
    count = elements.count
    blocks = []
    blocks.reserveCapacity(count >> Self.shift + 1)
    var rest = elements[...]
    while !rest.isEmpty {
      blocks.append(ContiguousArray(rest.prefix(1 << Self.shift)))
      rest = rest.dropFirst(1 << Self.shift)
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Element {
    get { blocks[index >> Self.shift][index & Self.mask] }
    _modify { yield &blocks[index >> Self.shift][index & Self.mask] }
  }

  /// Returns the block of an element and the index of its first element.
  func block(of index: Int) -> (elements: ContiguousArray<Element>, start: Int) {
    (blocks[index >> Self.shift], index & ~Self.mask)
  }
}
