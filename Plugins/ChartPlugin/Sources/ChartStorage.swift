public import Tessera

/// State of a chart that its value does not hold: the read point and hidden series. Any thread.
public final class ChartStorage: NodeStorage {
  struct State: Sendable, Hashable {
    /// Index of the read point; nil while none is read.
    var reading: Int?
    /// Indices of the series that the user has hidden.
    var hidden: Set<Int> = []
    /// Touch that reads.
    var touch: Int?
    /// Number of the legend's item that the touch began on.
    var item: Int?
  }

  let state = Locked(State())

  /// Creates the state of an untouched chart.
  public init() {}
}
