// Shared elements that move from one subnode of a container to another. Frame loop only.

extension Stage {
  /// Shows the elements of all containers in a new tree.
  func placeSharedElements(_ tree: PaintTree, _ old: PaintTree?) {
    for i in tree.scrollers.map(Int.init) {
      placeSharedElements(of: i, in: tree)
      let before = old.flatMap { old in old.indexOf(tree.nodes[i]).flatMap { old.sharedElements[Int32($0)] } }
      if before != nil || tree.sharedElements[Int32(i)] != nil { damageScrolled(i, in: tree) }
    }
  }

  /// Shows the elements of container `i` according to its motions. Returns whether the picture changed.
  @discardableResult
  func placeSharedElements(of i: Int, in tree: PaintTree) -> Bool {
    let pictures = tree.nodes[i].sharedElementMotions.compactMap { tree.sharedElement($0, of: i) }
    guard pictures != tree.sharedElements[Int32(i)] ?? [] else { return false }
    tree.sharedElements[Int32(i)] = pictures.isEmpty ? nil : pictures
    return true
  }
}
