internal import Glibc
internal import TesseraMaps

/// Markers that are close to each other at a zoom. A value.
///
/// Groups depend on the whole zoom only, so they stay while the map moves.
struct MarkerClusters {
  struct Cluster: Equatable {
    /// Indices of the markers, rising.
    var markers: [Int]
    /// Mean of their places.
    var center: WorldPoint
  }

  /// Distance up to which markers join a cluster, units on the screen.
  static let reach = 44.0

  private struct Square: Hashable {
    var x: Int
    var y: Int
  }

  var clusters: [Cluster] = []

  /// Groups places at a zoom: each one that has no group takes all others without a group within reach. O(places): founders of groups are
  /// farther apart than the reach, so each square is searched by a few of them.
  init(_ places: [WorldPoint], zoom: Double) {
    let size = Self.reach / (MapView.worldSize * exp2(min(max(zoom.isFinite ? zoom : 0, 0), 24).rounded(.down)))
    func square(_ place: WorldPoint) -> Square { Square(x: Int((place.x / size).rounded(.down)), y: Int((place.y / size).rounded(.down))) }
    var squares: [Square: [Int]] = [:]
    for (index, place) in places.enumerated() { squares[square(place), default: []].append(index) }
    var isTaken = [Bool](repeating: false, count: places.count)
    for (index, place) in places.enumerated() where !isTaken[index] {
      var members: [Int] = []
      let middle = square(place)
      for y in middle.y - 1...middle.y + 1 {
        for x in middle.x - 1...middle.x + 1 {
          let key = Square(x: x, y: y)
          guard let others = squares[key] else { continue }
          var left: [Int] = []
          for other in others {
            if hypot(places[other].x - place.x, places[other].y - place.y) <= size { members.append(other) } else { left.append(other) }
          }
          squares[key] = left
        }
      }
      members.sort()
      for member in members { isTaken[member] = true }
      let count = Double(members.count)
      clusters.append(
        Cluster(
          markers: members,
          center: WorldPoint(
            x: members.reduce(0) { $0 + places[$1].x } / count, y: members.reduce(0) { $0 + places[$1].y } / count)))
    }
  }
}

extension Map {
  /// Groups of the markers, each with its place in the world nearest to the center of a view.
  func clusters(_ view: MapView) -> [MarkerClusters.Cluster] {
    // Groups do not depend on the view: they are made in the first world.
    var groups = MarkerClusters(
      markers.map { MapView(longitude: $0.longitude, latitude: $0.latitude, zoom: 0, size: .zero).center }, zoom: view.zoom)
    for index in groups.clusters.indices {
      groups.clusters[index].center.x += (view.center.x - groups.clusters[index].center.x).rounded()
    }
    return groups.clusters
  }
}
