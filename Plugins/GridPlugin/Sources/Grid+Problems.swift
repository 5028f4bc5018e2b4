public import Tessera

extension Grid {
  /// Problems of columns, rows and order: columns with the same id, rows with more cells than columns, and an order by no column. O(number of
  /// rows of a scene).
  public func valueProblems() -> [ValueProblem] {
    var ids: Set<String> = []
    if let double = columns.first(where: { !ids.insert($0.id).inserted }) {
      return [ValueProblem("columns", reason: "more than one column has the id `\(double.id)`; maps of rows and `sort` mean the first")]
    }
    var problems: [ValueProblem] = []
    if let sorting, !columns.isEmpty, !ids.contains(sorting.column) {
      let few = columns.prefix(8).map(\.id)
      let list = few.joined(separator: ", ") + (columns.count > few.count ? ", …" : "")
      let near = nearestName(to: sorting.column, among: columns.map(\.id)).map { "; did you mean `\($0)`?" } ?? ""
      problems.append(
        ValueProblem("sort", related: ["columns"], reason: "`\(sorting.column)` must be the id of a column (\(list))" + near))
    }
    if !columns.isEmpty, let row = (attributeRows?.list ?? []).firstIndex(where: { ($0.list?.count ?? 0) > columns.count }) {
      problems.append(
        ValueProblem(
          "rows", related: ["columns"], reason: "row \(row + 1) has more cells than the \(columns.count) columns; the others are not shown")
      )
    }
    return problems
  }
}
