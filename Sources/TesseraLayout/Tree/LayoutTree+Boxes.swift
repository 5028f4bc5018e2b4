extension LayoutTree {
  /// Index one past the last box below box `index`.
  public func end(at index: Int) -> Int { Int(boxes[index].end) }

  /// How box `index` measures its content; nil where it has none.
  public func measure(at index: Int) -> LayoutMeasure? {
    let measure = Int(boxes[index].measure)
    return measure >= 0 ? measures[measure] : nil
  }

  /// Returns the tree with other styles for some of its boxes, by index.
  public func replacing(_ styles: [Int: LayoutStyle]) -> LayoutTree {
    var all = self.styles
    for (box, style) in styles where all.indices.contains(box) { all[box] = style }
    let measures = boxes.indices.map { measure(at: $0) }
    return LayoutTree(styles: all, boxes: boxes, measures: measures, keys: keys, names: names)
  }
}

extension LayoutBuilder {
  /// Where lines start for what is appended next: what the innermost open box with a say of its own says.
  ///
  /// Boxes before index `floor` are not asked; where none from there on has a say, the answer is `.inherit`.
  ///
  /// Complexity: the number of levels that the box appended last lies below `floor`.
  public func writingDirection(from floor: Int) -> WritingDirection {
    var i = boxes.count - 1
    while i >= floor {
      // A closed box lies beside what comes next, and its parents around it.
      if boxes[i].end == 0, styles[i].writingDirection != .inherit { return styles[i].writingDirection }
      i = Int(boxes[i].parent)
    }
    return .inherit
  }
}

extension WritingDirection {
  /// The direction that a box with this setting has inside one that runs in `inherited`.
  public func resolved(in inherited: LayoutDirection) -> LayoutDirection {
    switch self {
    case .inherit: inherited
    case .leftToRight: .ltr
    case .rightToLeft: .rtl
    }
  }

  /// The setting that means `direction`; nil: that of the parent.
  public init(_ direction: LayoutDirection?) {
    switch direction {
    case nil: self = .inherit
    case .ltr: self = .leftToRight
    case .rtl: self = .rightToLeft
    }
  }
}
