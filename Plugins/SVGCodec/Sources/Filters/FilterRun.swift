internal import TesseraGeometry
internal import TesseraRender

/// Execution of one filter on the pixels of a region.
struct FilterRun {
  struct Result {
    /// Result of the primitive; nil after its last use.
    var pixels: PixelBuffer?
    /// Area of the region that the primitive may have written.
    var area: PixelRect
    /// Size of its subregion, before clipping to the region.
    var width: Int
    var height: Int
    var isLinear: Bool
  }

  let drawing: SVGDrawing
  /// Map from the filter's coordinates to device pixels.
  let map: Transform
  /// Region in device pixels.
  let region: PixelRect
  let source: PixelBuffer
  private(set) var results: [Result] = []

  init(_ drawing: SVGDrawing, map: Transform, region: PixelRect, source: PixelBuffer) {
    (self.drawing, self.map, self.region, self.source) = (drawing, map, region, source)
  }

  /// Returns the device pixels of a rectangle, rounded to whole pixels from its top left.
  static func whole(_ r: Rect) -> PixelRect {
    func limited(_ v: Double) -> Int { Int(saturating: v, in: -10_000_000...10_000_000) }
    return PixelRect(
      x: limited(r.minX.rounded(.down)), y: limited(r.minY.rounded(.down)), width: max(1, limited((r.width - 1e-4).rounded(.up))),
      height: max(1, limited((r.height - 1e-4).rounded(.up))))
  }

  private var all: PixelRect { PixelRect(x: 0, y: 0, width: region.width, height: region.height) }

  /// Runs the primitives; nil if the drawing ends or an allocation fails.
  mutating func run(_ filter: SVGFilter) -> PixelBuffer? {
    let uses = filter.lastUses
    for (index, primitive) in filter.primitives.enumerated() {
      guard drawing.spend(region, times: primitive.cost), let result = try? result(of: primitive, cuts: !filter.isFunction) else {
        return nil
      }
      results.append(result)
      for (before, use) in uses[...index].enumerated() where use <= index { results[before].pixels = nil }
    }
    guard let last = results.last, let pixels = last.pixels else { return nil }
    if last.isLinear { try? pixels.convertToSRGB() }
    return pixels
  }

  private func empty() throws -> PixelBuffer { try PixelBuffer(width: region.width, height: region.height) }

  /// Returns a copy of an input, in linear light or sRGB.
  private func input(_ input: SVGPrimitive.Input, linear: Bool) throws -> PixelBuffer {
    var isLinear = false
    let copy: PixelBuffer
    switch input {
    case .source: copy = try source.copy()
    case .sourceAlpha:
      copy = try source.copy()
      try copy.applyColorMatrix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0])
    case .result(let index):
      guard index < results.count, let pixels = results[index].pixels else { return try empty() }
      copy = try pixels.copy()
      isLinear = results[index].isLinear
    case .empty: copy = try empty()
    }
    if linear, !isLinear { try copy.convertToLinear() }
    if !linear, isLinear { try copy.convertToSRGB() }
    return copy
  }

  /// Runs a primitive.
  /// - Parameter cuts: Whether the result is clipped to the primitive's region.
  private func result(of primitive: SVGPrimitive, cuts: Bool) throws -> Result {
    let whole = cuts ? Self.whole(map.apply(primitive.region)) : region
    let device = whole.intersection(region)
    var area = PixelRect(x: device.x - region.x, y: device.y - region.y, width: device.width, height: device.height)
    var (width, height) = (whole.width, whole.height)
    // An offset moves the area covered by its input.
    if case .offset(.result(let index), _) = primitive.kind, index < results.count {
      (area, width, height) = (results[index].area, results[index].width, results[index].height)
    }
    var isLinear = primitive.isLinear
    let pixels = try pixels(of: primitive, &isLinear)
    if case .offset = primitive.kind {} else if area != all { clear(pixels, outside: area) }
    return Result(pixels: pixels, area: area, width: width, height: height, isLinear: isLinear)
  }

  private func clear(_ pixels: PixelBuffer, outside area: PixelRect) {
    let (w, h) = (region.width, region.height)
    guard area.width > 0, area.height > 0 else { return pixels.clear() }
    pixels.clear(in: PixelRect(x: 0, y: 0, width: w, height: area.y))
    pixels.clear(in: PixelRect(x: 0, y: area.y + area.height, width: w, height: h - area.y - area.height))
    pixels.clear(in: PixelRect(x: 0, y: area.y, width: area.x, height: area.height))
    pixels.clear(in: PixelRect(x: area.x + area.width, y: area.y, width: w - area.x - area.width, height: area.height))
  }

  // MARK: primitives

  private func pixels(of primitive: SVGPrimitive, _ isLinear: inout Bool) throws -> PixelBuffer {
    let linear = primitive.isLinear
    let scale = map.axisExtents
    switch primitive.kind {
    case .blend(let a, let b, let mode), .composite(let a, let b, let mode):
      return try composite(input(a, linear: linear), over: input(b, linear: linear), mode)
    case .colorMatrix(let a, let matrix):
      let pixels = try input(a, linear: linear)
      try pixels.applyColorMatrix(matrix)
      return pixels
    case .transfer(let a, let tables):
      let pixels = try input(a, linear: linear)
      try pixels.applyTransfer(red: tables[0], green: tables[1], blue: tables[2], alpha: tables[3])
      return pixels
    case .arithmetic(let a, let b, let k):
      let pixels = try input(b, linear: linear)
      try pixels.combine(with: input(a, linear: linear), k1: k[0], k2: k[1], k3: k[2], k4: k[3])
      return pixels
    case .convolve(let a, let convolution):
      let target = try empty()
      try input(a, linear: linear).convolve(convolution, into: target)
      return target
    case .displace(let a, let b, let amount, let channels):
      let target = try empty()
      try input(a, linear: linear).displace(
        by: input(b, linear: linear), channels: channels, scaleX: amount * scale.x, scaleY: amount * scale.y, into: target)
      return target
    case .dropShadow(let a, let deviation, let offset, let color, let opacity):
      return try shadow(input(a, linear: linear), deviation, offset, flat(color, opacity, linear), scale)
    case .flood(let color, let opacity):
      let pixels = try empty()
      pixels.clear(flat(color, opacity, linear))
      return pixels
    case .blur(let a, let deviation):
      let pixels = try input(a, linear: linear)
      try pixels.blur(sigmaX: deviation.width * scale.x, sigmaY: deviation.height * scale.y)
      return pixels
    case .image(let group):
      isLinear = false
      return try drawn(group)
    case .light(let a, let light, let color): return try lit(input(a, linear: linear), light, color, linear, scale)
    case .merge(let inputs):
      let pixels = try empty()
      let canvas = try Canvas(pixels)
      for one in inputs { canvas.draw(try input(one, linear: linear), atPixel: 0, 0) }
      return pixels
    case .morphology(let a, let radius, let dilates):
      let pixels = try input(a, linear: linear)
      let (x, y) = (radius.width * scale.x, radius.height * scale.y)
      // Radii are clamped to the region's side: beyond it the result is empty or uniform.
      func window(_ r: Double, _ side: Int) -> Int { max(1, min(Int(saturating: r.rounded(.up), in: 0...1_000_000), side) * 2) }
      guard x > 0, y > 0 else { return try empty() }
      try pixels.applyMorphology(columns: window(x, region.width), rows: window(y, region.height), dilates: dilates)
      return pixels
    case .offset(let a, let offset):
      let pixels = try empty()
      let canvas = try Canvas(pixels)
      canvas.draw(try input(a, linear: linear), atPixel: Self.pixel(offset.x * scale.x), Self.pixel(offset.y * scale.y))
      return pixels
    case .tile(let a): return try tiled(a, linear)
    case .turbulence(var noise):
      let pixels = try empty()
      guard let inverse = map.inverse else { return pixels }
      noise.transform = Transform.translation(Double(region.x), Double(region.y)).then(inverse)
      try pixels.fill(with: noise)
      return pixels
    case .nothing: return try empty()
    case .pass(let a): return try input(a, linear: linear)
    }
  }

  private static func pixel(_ v: Double) -> Int { Int(saturating: v, in: -10_000_000...10_000_000) }

  private func flat(_ color: SVGColor, _ opacity: Double, _ linear: Bool) -> Color {
    let color = color.opacity(opacity).resolved(drawing.tint)
    guard linear, let one = try? PixelBuffer(width: 1, height: 1) else { return color }
    one.clear(Color(red: color.red, green: color.green, blue: color.blue))
    try? one.convertToLinear()
    return one.color(x: 0, y: 0).opacity(color.alpha)
  }

  private func composite(_ a: PixelBuffer, over b: PixelBuffer, _ mode: BlendMode) throws -> PixelBuffer {
    let canvas = try Canvas(b)
    canvas.draw(a, atPixel: 0, 0, blend: mode)
    return b
  }

  private func shadow(_ source: PixelBuffer, _ deviation: Size, _ offset: Point, _ color: Color, _ scale: (x: Double, y: Double)) throws
    -> PixelBuffer
  {
    let shadow = try source.tinted(color)
    try shadow.blur(sigmaX: deviation.width * scale.x, sigmaY: deviation.height * scale.y)
    let pixels = try empty()
    let canvas = try Canvas(pixels)
    canvas.draw(shadow, atPixel: Self.pixel(offset.x * scale.x), Self.pixel(offset.y * scale.y))
    canvas.draw(source, atPixel: 0, 0)
    return pixels
  }

  private func drawn(_ group: SVGGroup) throws -> PixelBuffer {
    let pixels = try empty()
    drawing.draw(group, map, onto: pixels, at: region)
    return pixels
  }

  private func lit(_ source: PixelBuffer, _ light: FilterLight, _ color: SVGColor, _ linear: Bool, _ scale: (x: Double, y: Double)) throws
    -> PixelBuffer
  {
    var light = light
    light.color = flat(color, 1, linear)
    let depth = ((scale.x * scale.x + scale.y * scale.y) / 2).squareRoot()
    func place(_ x: Double, _ y: Double) -> Point {
      let p = map.apply(Point(x, y))
      return Point(p.x - Double(region.x), p.y - Double(region.y))
    }
    switch light.source {
    case .distant: break
    case .point(let x, let y, let z):
      let p = place(x, y)
      light.source = .point(x: p.x, y: p.y, z: z * depth)
    case .spot(let x, let y, let z, let atX, let atY, let atZ, let focus, let cone):
      let (p, q) = (place(x, y), place(atX, atY))
      light.source = .spot(x: p.x, y: p.y, z: z * depth, atX: q.x, atY: q.y, atZ: atZ * depth, focus: focus, cone: cone)
    }
    let target = try empty()
    try source.light(light, into: target)
    return target
  }

  private func tiled(_ a: SVGPrimitive.Input, _ linear: Bool) throws -> PixelBuffer {
    let pixels = try input(a, linear: linear)
    var area = all
    var (width, height) = (area.width, area.height)
    if case .result(let index) = a, index < results.count {
      (area, width, height) = (results[index].area, results[index].width, results[index].height)
    }
    guard area.width > 0, area.height > 0 else { return try empty() }
    // Tiles repeat by the size of the whole subregion, so the part clipped by the region becomes a gap. For wider tiles, no other tile
    // reaches into the region.
    (width, height) = (min(width, 2 * region.width), min(height, 2 * region.height))
    var tile = try pixels.copy(of: area)
    if width > area.width || height > area.height {
      let cell = try PixelBuffer(width: max(width, area.width), height: max(height, area.height))
      try Canvas(cell).draw(tile, atPixel: 0, 0)
      tile = cell
    }
    let target = try empty()
    let canvas = try Canvas(target)
    var path = Path()
    path.add(Rect(0, 0, Double(region.width), Double(region.height)))
    canvas.fill(path, Shader(.image(tile, quality: .nearest, opacity: 1), transform: .translation(Double(area.x), Double(area.y))))
    return target
  }
}

extension SVGDrawing {
  /// Draws a group's children with its filters applied.
  func drawFiltered(_ group: SVGGroup, in canvas: borrowing Canvas) {
    let map = canvas.transform
    var image: PixelBuffer?
    var place = PixelRect(x: 0, y: 0, width: 0, height: 0)
    let scale = map.axisExtents
    // Filters may move pixels from outside into the picture.
    var reach = min(group.filters.reduce(0) { $0 + $1.reach(scale) }, 4096)
    for (index, filter) in group.filters.enumerated() {
      let rect = map.apply(filter.region)
      let whole = filter.isFunction ? Self.pixels(rect) : FilterRun.whole(rect)
      var margin = Int(saturating: reach.rounded(.up), in: 0...4096)
      var region = whole.intersection(bounds.grown(by: margin))
      while margin > 0, !fits(region, times: 8 + filter.mostHeld) {
        margin /= 2
        region = whole.intersection(bounds.grown(by: margin))
      }
      reach = max(0, reach - filter.reach(scale))
      guard region.width > 0, region.height > 0 else { return }
      // A tile with its gap is up to four times as large as the region.
      let tiles = filter.primitives.contains { if case .tile = $0.kind { true } else { false } } ? 4 : 0
      holding(region, times: 4 + tiles + filter.mostHeld) {
        guard let source = try? PixelBuffer(width: region.width, height: region.height) else { return }
        if index == 0 {
          var plain = SVGGroup()
          plain.children = group.children
          draw(plain, map, onto: source, at: region)
        } else if let before = image, let canvas = try? Canvas(source) {
          canvas.draw(before, atPixel: place.x - region.x, place.y - region.y)
        }
        var run = FilterRun(self, map: map, region: region, source: source)
        image = run.run(filter)
        place = region
      }
    }
    if let image { canvas.draw(image, atPixel: place.x, place.y) }
  }
}

extension PixelRect {
  fileprivate func grown(by margin: Int) -> PixelRect {
    PixelRect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}
