/// Adjacent columns of equal breadth, with edges on pixels. A value.
struct ColumnEdges: Sendable, Equatable {
  let count: Int
  private let breadth: Double
  private let spacing: Double
  private let scale: Double
  /// Whether all columns have the same breadth in pixels; the gaps then differ instead.
  private let isUniform: Bool

  init(_ columns: ColumnCount, breadth: Double, spacing: Double, scale: Double, isUniform: Bool = false) {
    self.isUniform = isUniform
    count = columns.count(in: breadth, spacing: spacing)
    self.breadth = breadth
    // Spacing never uses all the available breadth.
    self.spacing = count > 1 ? min(spacing, breadth / Double(count - 1)) : spacing
    self.scale = scale
  }

  /// Position and breadth of `span` columns starting at `column`.
  func place(_ column: Int, span: Int = 1) -> (cross: Double, breadth: Double) {
    let step = (breadth + spacing) / Double(count)
    if isUniform {
      let each = ((step - spacing) * scale + 1e-4).rounded(.down) / scale
      return ((Double(column) * step * scale + 1e-4).rounded(.down) / scale, max(0, each))
    }
    let near = (Double(column) * step * scale).rounded() / scale
    let far = ((Double(column + span) * step - spacing) * scale).rounded() / scale
    return (near, max(0, far - near))
  }
}
