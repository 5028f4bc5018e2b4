internal import Glibc
internal import TesseraGeometry
internal import TesseraKit

/// Cases `images`, `blur`, `decode` and `fill`.
extension BenchHarness {
  func images() throws {
    let surface = try PixelBuffer(width: 1920, height: 1080, format: .argb8888)
    let tiles = try BenchData.pictures("\(data)/gen/tiles.bgra", count: 40, width: 256, height: 256)
    let alpha = try BenchData.pictures("\(data)/gen/tiles-alpha.bgra", count: 40, width: 256, height: 256)
    func place(_ i: Int) -> (Int, Int) { (i % 8 * 236, i / 8 * 206) }
    func box(_ i: Int) -> Rect { Rect(Double(place(i).0), Double(place(i).1), 108, 108) }
    let canvas = try Canvas(surface)
    measure("opaque", "opaque pictures 1:1", most: 1000, budget: 500) { _ in
      for i in 0..<40 { canvas.draw(tiles[i], atPixel: place(i).0, place(i).1, opaque: true) }
    }
    try picture("opaque", surface)
    surface.clear(.white)
    measure("scaled", "bilinear, scaled anew each time", most: 1000, budget: 500) { _ in
      for i in 0..<40 { canvas.draw(tiles[i], in: box(i), quality: .bilinear) }
    }
    try picture("scaled", surface)
    surface.clear(.white)
    let small = try PixelBuffer(width: 108, height: 108, format: .argb8888)
    let smallCanvas = try Canvas(small)
    measure("rounded", "two steps: scaled into a buffer, drawn through a rounded clip", most: 1000, budget: 500) { _ in
      for i in 0..<40 {
        smallCanvas.draw(tiles[i], in: Rect(0, 0, 108, 108), quality: .bilinear, blend: .copy)
        canvas.save()
        canvas.clip(RoundedRect(box(i), radius: 16))
        canvas.draw(small, atPixel: place(i).0, place(i).1, opaque: true)
        canvas.restore()
      }
    }
    try picture("rounded", surface)
    surface.clear(.white)
    measure("over", "translucent pictures 1:1", most: 1000, budget: 500) { _ in
      for i in 0..<40 { canvas.draw(alpha[i], atPixel: place(i).0, place(i).1) }
    }
    try picture("over", surface)
    surface.clear(.white)
    try imageNodes(tiles)
  }

  /// Draws the scaled and rounded pictures as nodes that keep their contents.
  private func imageNodes(_ tiles: [PixelBuffer]) throws {
    for (metric, radius) in [("scaled_nodes", 0.0), ("rounded_nodes", 16)] {
      let root = BoxNode()
      for i in 0..<40 {
        var image = Image(.pixels(tiles[i]))
        image.rounding = CornerRadii(radius)
        image.quality = .bilinear
        let node = ImageNode(image)
        node.style.position = .absolute
        node.style.inset.left = .points(Double(i % 8 * 236))
        node.style.inset.top = .points(Double(i / 8 * 206))
        node.style.width = 108
        node.style.height = 108
        root.addSubnode(node)
      }
      let stage = try Stage(size: Size(1920, 1080), root: root, clock: ManualClock(), workers: WorkerPool(threads: 0))
      try stage.settle()
      try measure(metric, "whole white frame of 40 image nodes painted from their contents", most: 1000, budget: 500) { _ in
        stage.setNeedsRepaint()
        try stage.frame()
      }
      try picture(metric, stage.framebuffer)
    }
  }

  func blur() throws {
    let source = try BenchData.pictures("\(data)/gen/blur.bgra", count: 1, width: 1024, height: 768)[0]
    let target = try source.copy()
    for sigma in [30, 15] {
      try measure("sigma\(sigma)", "three boxes at full resolution, into another surface", least: 7, most: 100) { _ in
        try source.convert(into: target)
        try target.blur(sigma: Double(sigma))
      }
      try picture("sigma\(sigma)", target)
    }
  }

  func decode() throws {
    let jpeg = try BenchData.read("\(data)/gen/photo-4000x3000.jpg")
    let png = try BenchData.read("\(data)/gen/photo-1000.png")
    let alpha = try BenchData.read("\(data)/gen/photo-1000-alpha.png")
    var last: PixelBuffer?
    try measure("jpeg_thumb", "to 500x375", warm: 1, least: 7, most: 60) { _ in
      last = try ImageDecoder.decode(bytes: jpeg, name: "photo-4000x3000.jpg", width: 500, height: 375)
    }
    if let last { try picture("jpeg", last) }
    try measure("jpeg_full", "full size", warm: 1, least: 5, most: 60, budget: 800) { _ in
      last = try ImageDecoder.decode(bytes: jpeg, name: "photo-4000x3000.jpg")
    }
    try measure("png", "1000x1000 RGB", warm: 1, least: 7, most: 100, budget: 800) { _ in
      last = try ImageDecoder.decode(bytes: png, name: "photo-1000.png")
    }
    try measure("png_alpha", "1000x1000 RGBA, premultiplied", warm: 1, least: 7, most: 100, budget: 800) { _ in
      last = try ImageDecoder.decode(bytes: alpha, name: "photo-1000-alpha.png")
    }
    if let last { try picture("png_alpha", last) }
  }

  func fill() throws {
    let surface = try PixelBuffer(width: 1920, height: 1080, format: .argb8888)
    let big = try BenchData.pictures("\(data)/gen/big.bgra", count: 1, width: 1920, height: 1080)[0]
    let alpha = try BenchData.pictures("\(data)/gen/big-alpha.bgra", count: 1, width: 1920, height: 1080)[0]
    let canvas = try Canvas(surface)
    let all = Rect(0, 0, 1920, 1080)
    measure("memcpy", "libc memcpy 1920x1080x4", warm: 5, least: 50, most: 2000, budget: 500) { _ in
      surface.withUnsafeMutableBytes { to in big.withUnsafeBytes { from in _ = memcpy(to.baseAddress!, from.baseAddress!, to.count) } }
    }
    measure("fill", "one opaque colour", warm: 5, least: 50, most: 2000, budget: 500) { n in
      canvas.fill(all, .color(Color(rgb: UInt32(0x203040 + n))))
    }
    measure("copy", "opaque picture", warm: 5, least: 50, most: 2000, budget: 500) { _ in
      canvas.draw(big, atPixel: 0, 0, opaque: true)
    }
    try picture("copy", surface)
    measure("over", "translucent picture", warm: 5, least: 50, most: 2000, budget: 500) { _ in canvas.draw(alpha, atPixel: 0, 0) }
    try picture("over", surface)
    measure("over_solid", "one colour, alpha 0.5", warm: 5, least: 50, most: 2000, budget: 500) { _ in
      canvas.fill(all, .color(Color(rgb: 0x102040, alpha: 0.5)))
    }
  }
}
