internal import TesseraGeometry

// Elements that need nodes.

extension ListState {
  /// Returns the elements in and around `area` that were not requested yet. The area is extended, so that not every frame requests nodes.
  ///
  /// The extension is 2.5 frames at this speed beyond the requested area, and at least the next frame, within limits. It is small at low
  /// speed: if rows appear one by one, no frame costs more than one row.
  ///
  /// - Returns: the whole requested area and the new places, in the coordinates of the placement.
  func wanted(
    in area: Rect, _ axis: Axis, _ length: Double, _ travel: Double, _ placement: any ListPlacement
  ) -> (area: Rect, places: [ListPlace]) {
    var wanted = grown(area, axis, by: min(0.25 * length, max(0.02 * length, abs(travel))))
    if let there = covered?.intersection(area) {
      wanted.stretch(axis, to: there, by: max(-0.25 * length, min(2.5 * travel, 0.25 * length)))
    }
    if layout.scrollAxes.contains(axis.cross) { wanted = grown(wanted, axis.cross, by: 0.25 * visible.size[axis.cross]) }
    let known = covered?.offset(by: shift * -1)
    return news(in: wanted.offset(by: shift * -1), beyond: known, axis, placement, upTo: 0.1 * length)
  }

  /// Returns the elements that touch `area` and were not requested as part of `known`. Each end of the area is extended by at most `most`,
  /// so that it includes whole elements.
  private func news(
    in area: Rect, beyond known: Rect?, _ axis: Axis, _ placement: any ListPlacement, upTo most: Double
  ) -> (area: Rect, places: [ListPlace]) {
    let (cross, limit) = (axis.cross, grown(area, axis, by: most))
    var result = area
    /// Returns the elements in `strip`, at one end of the result, and extends the result over them.
    func extend(over strip: Rect) -> [ListPlace] {
      let places = placement.elements(in: strip)
      let part = strip.intersection(area)
      var (low, high) = (result.origin[axis], result.origin[axis] + result.size[axis])
      for place in places where place.zIndex == 0 && ItemFrames.touches(place.frame, part) {
        low = max(limit.origin[axis], min(low, place.frame.origin[axis]))
        high = min(limit.origin[axis] + limit.size[axis], max(high, place.frame.origin[axis] + place.frame.size[axis]))
      }
      (result.origin[axis], result.size[axis]) = (low, high - low)
      return places
    }
    guard let known, known.intersects(area), known.origin[cross] <= area.origin[cross],
      known.origin[cross] + known.size[cross] >= area.origin[cross] + area.size[cross]
    else {
      let places = extend(over: limit)
      return (result, places.filter { ItemFrames.touches($0.frame, result) })
    }
    var places: [ListPlace] = []
    let (near, far) = (known.origin[axis], known.origin[axis] + known.size[axis])
    let (low, high) = (limit.origin[axis], limit.origin[axis] + limit.size[axis])
    var strip = limit
    if near > area.origin[axis] {
      strip.size[axis] = near - low
      places += extend(over: strip)
    } else {
      result.size[axis] += result.origin[axis] - max(near, low)
      result.origin[axis] = max(near, low)
    }
    if far < area.origin[axis] + area.size[axis] {
      (strip.origin[axis], strip.size[axis]) = (far, high - far)
      places += extend(over: strip)
    } else {
      result.size[axis] = min(far, high) - result.origin[axis]
    }
    return (result, places.filter { ItemFrames.touches($0.frame, result) })
  }

  func grown(_ area: Rect, _ axis: Axis, by length: Double) -> Rect {
    var result = area
    result.origin[axis] -= length
    result.size[axis] += 2 * length
    return result
  }
}

extension Rect {
  /// Extends the rectangle at least `distance` beyond `other`: forwards if it is positive, else backwards.
  fileprivate mutating func stretch(_ axis: Axis, to other: Rect, by distance: Double) {
    let end = max(origin[axis] + size[axis], other.origin[axis] + other.size[axis] + max(0, distance))
    origin[axis] = min(origin[axis], other.origin[axis] + min(0, distance))
    size[axis] = end - origin[axis]
  }
}
