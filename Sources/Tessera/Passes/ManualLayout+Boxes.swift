internal import TesseraGeometry
internal import TesseraLayout

extension ManualLayout {
  /// Appends the box and its elements; `measure` returns its size unless `size` does.
  func append(to builder: inout LayoutBuilder, measure: LayoutMeasure?, adjust: (inout LayoutStyle) -> Void) {
    var style = LayoutStyle {
      $0.boxSizing = .borderBox
      $0.alignItems = .stretch
    }
    adjust(&style)
    var measure = measure
    if let size { measure = { constraint in MeasuredSize(size(constraint.sizeRange)) } }
    builder.name("ManualLayout", isSpec: true)
    let pass = builder.userInfo as? LayoutCollector
    let box = builder.count
    var items: [LayoutCollector.Arrangement.Item] = []
    let ranges = measured.flatMap { measured in
      measured.expected.map { expected in
        guard let owner = pass?.owner else { return measured.constraints(expected.size) }
        return owner.asking(nil) { measured.constraints(expected.size) } ?? []
      }
    }
    // The layout was cancelled and its result is discarded: skip the elements' code.
    let elements = Watchdog.isCancelled ? [] : self.elements
    builder.container(style: style) { inner in
      inner.name("")
      inner.leaf(style: LayoutCollector.contentStyle, measure: measure)
      for (k, element) in elements.enumerated() {
        let at = inner.count
        var base = LayoutStyle()
        element.append(to: &inner) { style in
          base = style
          style =
            if let ranges, let origins = measured?.expected?.origins {
              LayoutCollector.Arrangement.measured(
                style, within: k < ranges.count ? ranges[k] : nil, at: k < origins.count ? origins[k] : nil)
            } else {
              LayoutCollector.Arrangement.placed(style, at: nil)
            }
        }
        // An element may append nothing.
        items.append(.init(box: inner.count > at ? Int32(at) : -1, base: .init(base)))
      }
    }
    pass?.recordArrangement(
      .init(
        box: Int32(box), items: items, frames: frames, measured: measured, ranges: ranges ?? [], origins: measured?.expected?.origins ?? [],
        size: measured?.expected?.size))
  }
}
