// Elements that are seen on their way from one subnode of a container to another. Frame loop only.

extension Stage {
  /// Has the elements of all containers of a new tree shown where they are.
  func placeSharedElements(_ tree: SceneTree, _ old: SceneTree?) {
    for i in tree.scrollers.map(Int.init) {
      placeSharedElements(of: i, in: tree)
      let before = old.flatMap { old in old.indexOf(tree.nodes[i]).flatMap { old.sharedElements[Int32($0)] } }
      if before != nil || tree.sharedElements[Int32(i)] != nil { damageScrolled(i, in: tree) }
    }
  }

  /// Has the elements of container `i` shown where it says they are. Returns whether that is another picture.
  @discardableResult
  func placeSharedElements(of i: Int, in tree: SceneTree) -> Bool {
    let pictures = tree.nodes[i].sharedElementMotions.compactMap { tree.sharedElement($0, of: i) }
    guard pictures != tree.sharedElements[Int32(i)] ?? [] else { return false }
    tree.sharedElements[Int32(i)] = pictures.isEmpty ? nil : pictures
    return true
  }
}
