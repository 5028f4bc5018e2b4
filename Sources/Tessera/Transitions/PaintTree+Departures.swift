extension PaintTree {
  /// Passes the pictures of removed nodes to the compositor, and extends the bounds by them.
  func setDepartures(_ list: [Departure]) {
    departures = [:]
    for departure in list {
      let picture = departure.picture
      departures[Int32(departure.parentIndex), default: []].append(picture)
      include(picture.bounds, in: departure.parentIndex)
    }
    boundsAreLoose = true
  }
}
