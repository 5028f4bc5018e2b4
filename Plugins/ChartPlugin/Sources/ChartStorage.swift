public import Tessera

/// State of a chart that its value does not hold: the read point and hidden series. Any thread.
public final class ChartStorage: NodeStorage {
  /// Shown places when a gesture began, and the place below the fingers.
  struct Zoom: Sendable, Hashable {
    let span: ClosedRange<Double>
    let place: Double
  }

  struct State: Sendable, Hashable {
    /// Index of the read point; nil while none is read.
    var reading: Int?
    /// Indices of the series that the user has hidden.
    var hidden: Set<Int> = []
    /// Touch that reads.
    var touch: Int?
    /// Number of the legend's item that the touch began on.
    var item: Int?
    var zoom: Zoom?
    var isFocused = false
  }

  let state = Locked(State())

  /// Creates the state of an untouched chart.
  public init() {}
}
