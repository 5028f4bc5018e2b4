internal import Glibc
internal import TesseraGeometry
internal import TesseraKit
internal import TesseraMaps
internal import TesseraPictures
internal import TesseraRender

/// Case `map`: the city of the examples, drawn once and moved for a minute.
extension BenchHarness {
  private static let maps = String(#filePath.dropLast("/Tests/Benchmarks/BenchMap.swift".count)) + "/docs/examples/assets/maps/"

  func map() throws {
    try tiles()
    let map = MapNode(Map(style: Self.maps + "light.json", longitude: -87.655, latitude: 41.8755, zoom: 14))
    let clock = ManualClock()
    let workers = WorkerPool(threads: extent(2, small: 0))
    let stage = try Stage(
      size: Size(800, 480), root: map, clock: extent == .full ? RealClock() as any StageClock : clock, workers: workers)
    try stage.settle()
    let count = extent(3600, small: 24)
    var loopTimes: [Double] = []
    var (misses, late, longest, run) = (0, 0, 0, 0)
    let pace = BenchPace(extent, workers: workers, manual: clock)
    for frame in 1...count {
      pace.wait(for: frame)
      // A circle of 300 pixels around the center, 4 pixels a frame.
      let angle = Double(frame) * 4 / 300
      map.update { value in
        value.longitude = -87.655 + sin(angle) * 0.0129
        value.latitude = 41.8755 + (cos(angle) - 1) * 0.0048
      }
      let cpu = Self.milliseconds(CLOCK_THREAD_CPUTIME_ID)
      let hasPainted = try stage.frame()
      loopTimes.append(Self.milliseconds(CLOCK_THREAD_CPUTIME_ID) - cpu)
      // Frames without a new picture of the map.
      run = hasPainted ? 0 : run + 1
      longest = max(longest, run)
      if !hasPainted { late += 1 }
      if pace.misses(frame, hasPainted: extent == .full || hasPainted) { misses += 1 }
    }
    loopTimes.sort()
    let note = "800 x 480, 4 px a frame, two workers, 60 Hz, \(count) frames"
    value("loop_p50", loopTimes[count / 2], "ms", "work of the loop's thread a frame; " + note)
    value("loop_p99", loopTimes[count * 99 / 100], "ms", "the same; " + note)
    value("misses", Double(misses), "", "frames that were not done 16.7 ms after they were due; " + note)
    value("still", Double(late), "", "frames in which the map was not moved, because its draw was in progress; " + note)
    value("still_longest", Double(longest), "", "such frames one after the other")
    try picture("map", stage.framebuffer)
  }

  /// Decoding and drawing of a tile, without nodes.
  private func tiles() throws {
    let archive = try TileArchives.open(Self.maps + "chicago.mbtiles")
    let bytes = try archive.tile(TileAddress(zoom: 13, x: 2101, y: 3044)) ?? []
    let codecs = PictureCodecs()
    try measure("tile_decode", "a vector tile of \(bytes.count) bytes, gzipped", most: extent(300, small: 1)) { _ in
      _ = try MapTile(decoding: bytes, .vector, name: "tile", codecs: codecs)
    }
    try steps(codecs)
    let document = try MapDocument(file: Self.maps + "light.json", codecs: codecs)
    for (name, zoom, side, ratio) in [("tile", 12.0, 256, 1.0), ("tile_dense", 12.0, 512, 2.0), ("street", 15, 256, 1)] {
      let view = MapView(
        longitude: Mercator.longitude(x: 2101.5 / 8192), latitude: Mercator.latitude(y: 3044.5 / 8192), zoom: zoom, size: Size(256, 256))
      let buffer = try PixelBuffer(width: side, height: side)
      let renderer = MapRenderer(
        document.style, view, tiles: document.tiles, sprite: document.sprite(scale: ratio), scale: ratio)
      try measure(name, "all layers of 256 x 256 units at zoom \(zoom), \(side) pixels; texts included", most: extent(300, small: 1)) { _ in
        let canvas = try Canvas(buffer, scale: ratio)
        renderer.draw(in: canvas)
        canvas.flush()
      }
    }
  }

  /// Draws of a map that moves by 4 pixels each, without nodes.
  private func steps(_ codecs: PictureCodecs) throws {
    let document = try MapDocument(file: Self.maps + "light.json", codecs: codecs)
    var view = MapView(longitude: -87.66, latitude: 41.8755, zoom: 14, size: Size(800, 480)).snapped(scale: 1)
    let buffer = try PixelBuffer(width: 800, height: 480)
    var times: [(cpu: Double, wall: Double)] = []
    for _ in 0..<extent(200, small: 2) {
      times.append(
        try time {
          let canvas = try Canvas(buffer)
          document.draw(view, scale: 1, isMoving: true, in: canvas)
          canvas.flush()
        })
      view.center.x += 4 / view.worldWidth
      view = view.snapped(scale: 1)
    }
    frames("step_", Array(times.dropFirst()), "a draw of 800 x 480 pixels after a movement of 4 pixels; the first draw does not count")
    for (name, isZooming) in [("zoom_", true), ("zoom_sharp_", false)] {
      times = []
      for number in 0..<extent(100, small: 2) {
        view.zoom = 14 + Double(number) * 0.01
        view.bearing = Double(number) * 0.2
        times.append(
          try time {
            let canvas = try Canvas(buffer)
            document.draw(view, scale: 1, isMoving: false, isZooming: isZooming, in: canvas)
            canvas.flush()
          })
      }
      let kind = isZooming ? "while fingers zoom and turn" : "of each view without a kept picture"
      frames(name, Array(times.dropFirst()), "a draw of 800 x 480 pixels \(kind), 0.01 levels and 0.2 degrees a step")
    }
  }
}
