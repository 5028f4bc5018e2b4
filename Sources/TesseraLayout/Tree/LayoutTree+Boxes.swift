extension LayoutTree {
  /// Returns the index after the last descendant of box `index`.
  public func end(at index: Int) -> Int { Int(boxes[index].end) }

  /// Returns the measure function of box `index`; nil if it has none.
  public func measure(at index: Int) -> LayoutMeasure? {
    let measure = Int(boxes[index].measure)
    return measure >= 0 ? measures[measure] : nil
  }

  /// Returns the tree with the styles of some boxes replaced, by index.
  public func replacing(_ styles: [Int: LayoutStyle]) -> LayoutTree {
    var all = self.styles
    for (box, style) in styles where all.indices.contains(box) { all[box] = style }
    let measures = boxes.indices.map { measure(at: $0) }
    return LayoutTree(styles: all, boxes: boxes, measures: measures, keys: keys, names: names)
  }
}

extension LayoutBuilder {
  /// Returns the writing direction of the next appended box: the setting of the innermost open box whose setting is not `.inherit`.
  ///
  /// Boxes before index `floor` are ignored. If no box from there on has a setting, the result is `.inherit`.
  ///
  /// Complexity: the depth of the last appended box below `floor`.
  public func writingDirection(from floor: Int) -> WritingDirection {
    var i = boxes.count - 1
    while i >= floor {
      // `end` is 0 while a box is open. Closed boxes are siblings of the next box; their parents enclose it.
      if boxes[i].end == 0, styles[i].writingDirection != .inherit { return styles[i].writingDirection }
      i = Int(boxes[i].parent)
    }
    return .inherit
  }
}

extension WritingDirection {
  /// Returns the direction of a box with this setting if its parent has the direction `inherited`.
  public func resolved(in inherited: LayoutDirection) -> LayoutDirection {
    switch self {
    case .inherit: inherited
    case .leftToRight: .ltr
    case .rightToLeft: .rtl
    }
  }

  /// Creates the setting for `direction`; nil means `.inherit`.
  public init(_ direction: LayoutDirection?) {
    switch direction {
    case nil: self = .inherit
    case .ltr: self = .leftToRight
    case .rtl: self = .rightToLeft
    }
  }
}
