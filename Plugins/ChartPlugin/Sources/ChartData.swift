internal import Tessera

/// Points of a series that grow while they are shown. Any thread.
///
/// ```swift
/// let power = ChartData(capacity: 3600)
/// let chart = ChartNode(Chart(.line, [ChartSeries("Power", power)]))
/// power.append(1.2)
/// ```
///
/// Charts that show the data draw again after each change and lay nothing out. The cost of a draw does not depend on the number of points.
public final class ChartData: Sendable, Equatable {
  /// Largest number of points: 10 million.
  public static let limit = 10_000_000

  private struct State {
    var numbers = ChartPyramid()
    /// Places of the numbers, ascending; nil: their indices.
    var places: [Double]?
    /// Number of points at the start that are no longer shown.
    var dropped = 0
    /// Index of the first number of `numbers`.
    var first = 0
    /// Number of numbers and extents that draws have read.
    var reads = 0
    var listeners: [ObjectIdentifier: @Sendable () -> Bool] = [:]

    var count: Int { numbers.count - dropped }
    func place(_ index: Int) -> Double { places?[index] ?? Double(first + index) }
  }

  private let state: Locked<State>
  private let capacity: Int

  /// Creates data with numbers at the places 0, 1, 2 and so on. Numbers that are not finite are gaps.
  ///
  /// - Parameters:
  ///   - numbers: First numbers.
  ///   - capacity: Number of points that are kept, 1...``limit``; older ones are dropped.
  public init(_ numbers: [Double] = [], capacity: Int = ChartData.limit) {
    self.capacity = min(Self.limit, max(1, capacity))
    var state = State()
    state.first = max(0, numbers.count - self.capacity)
    state.numbers = ChartPyramid(Array(numbers.suffix(self.capacity)))
    self.state = Locked(state)
  }

  /// Creates data with points. They are sorted by `x`; points without a finite `x` are left out. O(n log n).
  public init(points: [ChartPoint], capacity: Int = ChartData.limit) {
    self.capacity = min(Self.limit, max(1, capacity))
    var points = points.filter(\.x.isFinite)
    if zip(points, points.dropFirst()).contains(where: { $0.x > $1.x }) { points.sort { $0.x < $1.x } }
    let kept = points.suffix(self.capacity)
    var state = State()
    (state.numbers, state.places) = (ChartPyramid(kept.map(\.y)), kept.map(\.x))
    self.state = Locked(state)
  }

  public static func == (a: ChartData, b: ChartData) -> Bool { a === b || a.hasEqualContents(b) }

  private func hasEqualContents(_ other: ChartData) -> Bool {
    let (a, b) = (
      state.withLock { ($0.numbers.numbers, $0.places, $0.dropped) }, other.state.withLock { ($0.numbers.numbers, $0.places, $0.dropped) }
    )
    // Gaps are equal.
    return a.1 == b.1 && a.2 == b.2 && a.0.count == b.0.count && zip(a.0, b.0).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
  }

  /// Number of points.
  public var count: Int { state.withLock { $0.count } }

  /// Number of numbers and extents that draws have read, for tests.
  var reads: Int { state.withLock { $0.reads } }

  // MARK: changes

  /// Appends a number after the last one. O(log n).
  ///
  /// - Parameters:
  ///   - number: Number; a gap if it is not finite.
  ///   - place: Its `x`; nil: 1 after the last one. A place before the last one counts as that.
  public func append(_ number: Double, at place: Double? = nil) {
    let listeners = state.withLock { state in
      if place != nil, state.places == nil {
        state.places = (0..<state.numbers.count).map { Double(state.first + $0) }
      }
      if state.places != nil {
        let last = state.places?.last
        let next = place.flatMap { $0.isFinite ? $0 : nil } ?? (last ?? -1) + 1
        state.places?.append(max(next, last ?? next))
      }
      state.numbers.append(number)
      if state.count > capacity { state.dropped += 1 }
      compact(&state)
      return state.listeners
    }
    notify(listeners)
  }

  /// Removes all points.
  public func removeAll() {
    let listeners = state.withLock { state in
      let hasPlaces = state.places != nil
      state.numbers = ChartPyramid()
      (state.dropped, state.first, state.places) = (0, 0, hasPlaces ? [] : nil)
      return state.listeners
    }
    notify(listeners)
  }

  /// Releases dropped points once they are as many as the others: O(1) for each point.
  private func compact(_ state: inout State) {
    guard state.dropped >= max(4096, capacity) else { return }
    state.numbers = ChartPyramid(Array(state.numbers.numbers.dropFirst(state.dropped)))
    state.places?.removeFirst(state.dropped)
    state.first += state.dropped
    state.dropped = 0
  }

  private func notify(_ listeners: [ObjectIdentifier: @Sendable () -> Bool]) {
    for (id, listener) in listeners where !listener() { state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
  }

  /// Calls `listener` after each change until it returns false.
  func listen(_ id: ObjectIdentifier, _ listener: @escaping @Sendable () -> Bool) { state.withLock { $0.listeners[id] = listener } }

  // MARK: reading

  /// Places of the first and the last point; nil without points.
  var span: ClosedRange<Double>? {
    state.withLock { state in
      guard state.count > 0 else { return nil }
      let (first, last) = (state.place(state.dropped), state.place(state.numbers.count - 1))
      return first...max(first, last)
    }
  }

  /// Returns the extent of the points in a range of places. O(log n).
  func extent(_ range: ClosedRange<Double>) -> ChartExtent {
    state.withLock { state in
      let indices =
        Self.index(range.lowerBound, state)..<max(Self.index(range.lowerBound, state), Self.index(range.upperBound.nextUp, state))
      return state.numbers.extent(of: indices, reads: &state.reads)
    }
  }

  /// Returns the extents of columns of equal width from a place on. O(columns · log n).
  func columns(from start: Double, width: Double, count: Int) -> [ChartExtent] {
    state.withLock { state in
      var index = Self.index(start, state)
      return (0..<max(0, count)).map { column in
        let next = max(index, Self.index(start + Double(column + 1) * width, state))
        defer { index = next }
        return state.numbers.extent(of: index..<next, reads: &state.reads)
      }
    }
  }

  /// Returns the points in a range of places with one point on both sides, at most `limit`; nil if there are more.
  func points(_ range: ClosedRange<Double>, limit: Int) -> [ChartPoint]? {
    state.withLock { state in
      let low = max(state.dropped, Self.index(range.lowerBound, state) - 1)
      let high = min(state.numbers.count, Self.index(range.upperBound.nextUp, state) + 1)
      guard high - low <= limit else { return nil }
      state.reads += max(0, high - low)
      return (low..<max(low, high)).map { ChartPoint(state.place($0), state.numbers.numbers[$0]) }
    }
  }

  /// Returns the point nearest to a place, and its index from the first kept point; nil without points.
  func nearest(_ place: Double) -> (index: Int, point: ChartPoint)? {
    state.withLock { state in
      guard state.count > 0 else { return nil }
      let next = min(Self.index(place, state), state.numbers.count - 1)
      let before = max(state.dropped, next - 1)
      let index = abs(state.place(before) - place) < abs(state.place(next) - place) ? before : next
      return (index - state.dropped, ChartPoint(state.place(index), state.numbers.numbers[index]))
    }
  }

  /// Returns the point with an index from the first kept point; nil outside.
  func point(_ index: Int) -> ChartPoint? {
    state.withLock { state in
      guard index >= 0, index < state.count else { return nil }
      return ChartPoint(state.place(state.dropped + index), state.numbers.numbers[state.dropped + index])
    }
  }

  /// Returns the index of the first kept point at a place or after it. O(log n).
  private static func index(_ place: Double, _ state: State) -> Int {
    var (low, high) = (state.dropped, state.numbers.count)
    if state.places == nil {
      guard place.isFinite else { return place > 0 ? high : low }
      let index = (place - Double(state.first)).rounded(.up)
      return index <= Double(low) ? low : index >= Double(high) ? high : Int(index)
    }
    while low < high {
      let middle = (low + high) / 2
      if state.place(middle) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Point of a chart. A value.
public struct ChartPoint: Sendable, Hashable {
  /// Place along the x axis.
  public var x: Double
  /// Number; a gap if it is not finite.
  public var y: Double

  /// Creates a point.
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}
