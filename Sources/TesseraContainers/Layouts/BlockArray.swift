/// An array in blocks. A copy in which one element is changed shares all blocks but one: for what is long, and is copied when little of it changes. A value.
struct BlockArray<Element: Sendable>: Sendable, RandomAccessCollection {
  /// The elements of a block, as a power of two.
  private static var shift: Int { 8 }
  private static var mask: Int { 1 << shift - 1 }

  private var blocks: [ContiguousArray<Element>]
  let count: Int

  /// Makes one of `elements`. Complexity: linear.
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

  /// The block that has an element, and the number that its first element has.
  func block(of index: Int) -> (elements: ContiguousArray<Element>, start: Int) {
    (blocks[index >> Self.shift], index & ~Self.mask)
  }
}
