import Foundation
import Tessera
import TesseraGeometry
import TesseraPictures
import TesseraRender
import TesseraTestSupport
import Testing

@testable import ImagePlugin

@Suite struct ImageCacheTests {
  @Test func aBlurChangesSaturationAndKeepsThePictureOutsideOfItsMask() throws {
    let red = Color(red: 0.8, green: 0.2, blue: 0.2)
    func picture() throws -> PixelBuffer {
      let pixels = try PixelBuffer(width: 8, height: 2)
      pixels.clear(red)
      return pixels
    }
    func color(_ modification: ImageModification, x: Int) throws -> Color {
      try modification.apply(picture(), { false }).color(x: x, y: 1)
    }
    let gray = try color(.blur(sigma: 2, saturation: 0), x: 1)
    #expect(gray.red == gray.green && gray.green == gray.blue && gray.red > 0.2 && gray.red < 0.8)
    #expect(try color(.blur(sigma: 2, saturation: 1), x: 1).hex == red.hex)
    #expect(try color(.blur(sigma: 0, saturation: 2), x: 1).green < 0.2)
    #expect(try color(.blur(sigma: 0, saturation: 1, tint: .black), x: 1) == .black)
    // A mask of another size: the left half.
    let mask = try PixelBuffer(width: 2, height: 1, format: .coverage8)
    mask.clear(.black, in: PixelRect(x: 0, y: 0, width: 1, height: 1))
    let masked = ImageModification.blur(sigma: 0, saturation: 1, tint: .black, mask: mask, maskID: "left")
    #expect(try color(masked, x: 0) == .black && color(masked, x: 7).hex == red.hex)
    #expect(masked != .blur(sigma: 0, saturation: 1, tint: .black, mask: mask, maskID: "right") && masked.keepsOpaque)
  }

  private func key(_ name: String, _ width: Int = 4) -> ImageCache.Key {
    ImageCache.Key(source: .file(name), stamp: nil, width: width, height: 4)
  }

  @Test func concurrentRequestsForAPictureDecodeItOnce() throws {
    let cache = ImageCache()
    let made = Counter()
    let key = key("one")
    let results = Locked<[ObjectIdentifier]>([])
    onThreads(8) { _ in
      let buffer = try? cache.picture(for: key, isCancelled: { false }) { () throws(ImageError) in
        made.increment()
        // Until the seven others are waiting for this one, which the cache counts as hits.
        while cache.statistics.hits < 7 { sched_yield() }
        return try PictureRequest(width: 4, height: 4).makeBuffer(for: "one")
      }
      if let buffer { results.withLock { $0.append(ObjectIdentifier(buffer)) } }
    }
    #expect(made.value == 1 && cache.statistics.misses == 1)
    #expect(results.withLock { $0.count == 8 && Set($0).count == 1 })
  }

  @Test func aWaiterForACancelledDecodeDecodesThePicture() throws {
    let cache = ImageCache()
    let made = Counter()
    let key = key("one")
    let got = Counter()
    onThreads(2) { _ in
      let buffer = try? cache.picture(for: key, isCancelled: { false }) { () throws(ImageError) in
        if made.increment() == 1 {
          while cache.statistics.hits < 1 { sched_yield() }
          throw .cancelled(source: "one")
        }
        return try PictureRequest(width: 4, height: 4).makeBuffer(for: "one")
      }
      if buffer != nil { got.increment() }
    }
    #expect(made.value == 2 && got.value == 1)
  }

  @Test func afterAnErrorThePictureIsTriedAgain() throws {
    let cache = ImageCache()
    #expect(throws: ImageError.outOfMemory(source: "x")) {
      try cache.picture(for: key("x"), isCancelled: { false }) { () throws(ImageError) in throw .outOfMemory(source: "x") }
    }
    _ = try cache.picture(for: key("x"), isCancelled: { false }) { () throws(ImageError) in
      try PictureRequest(width: 4, height: 4).makeBuffer(for: "x")
    }
    #expect(cache.statistics.misses == 2 && cache.statistics.pictures == 1)
  }

  @Test func theLeastRecentlyUsedPictureIsEvictedFirst() throws {
    let cache = ImageCache(byteLimit: 1 << 20)
    func ask(_ name: String) throws {
      _ = try cache.picture(for: key(name), isCancelled: { false }) { () throws(ImageError) in
        try PictureRequest(width: 4, height: 4).makeBuffer(for: name)
      }
    }
    try ask("a")
    let one = cache.statistics.bytes
    #expect(one >= 64)
    cache.byteLimit = one * 2
    try ask("b")
    try ask("a")
    try ask("c")  // b goes
    #expect(cache.statistics.pictures == 2 && cache.statistics.bytes == one * 2)
    let misses = cache.statistics.misses
    try ask("a")
    #expect(cache.statistics.misses == misses)
    try ask("b")
    #expect(cache.statistics.misses == misses + 1)
    cache.byteLimit = 0
    #expect(cache.statistics.pictures == 0 && cache.statistics.bytes == 0)
  }

  @Test func aFileThatChangesIsReadAgain() throws {
    let directory = try TestDirectory()
    func png(_ width: Int, _ value: Int) -> [UInt8] { TestPNG(width: width, height: 2, colorType: 0) { _, _, _ in value }.bytes() }
    let path = try directory.write(png(2, 10), to: "a.png")
    let store = PictureStore(cache: ImageCache())
    func pixel() throws -> TestPixel {
      let info = try store.info(of: .file(path))
      let buffer = try store.picture(
        of: .file(path), info, width: info.width, height: info.height, treatment: Treatment(), isCancelled: { false })
      return TestPixel(buffer, 0, 0)
    }
    #expect(try pixel() == TestPixel(10, 10, 10))
    _ = try directory.write(png(3, 20), to: "a.png")
    #expect(try store.info(of: .file(path)).width == 3)
    #expect(try pixel() == TestPixel(20, 20, 20))
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ImageError.self) { try store.info(of: .file(path)) }
  }

  @Test func aModificationRunsOnceForEachSizeAndNeverChangesTheOriginal() throws {
    let store = PictureStore(cache: ImageCache())
    let runs = Counter()
    let source = ImageSource.encoded(
      EncodedImage(TestPNG(width: 8, height: 8, colorType: 2) { x, y, c in x * 20 + y + c }.bytes()))
    let dark = Treatment(
      modification: ImageModification(id: "dark") { pixels, _ in
        runs.increment()
        pixels.clear(.black)
        return pixels
      })
    let info = try store.info(of: source)
    func picture(_ treatment: Treatment, _ side: Int = 8) throws -> PixelBuffer {
      try store.picture(of: source, info, width: side, height: side, treatment: treatment, isCancelled: { false })
    }
    let before = try picture(Treatment()).packedBytes
    #expect(try picture(dark).packedBytes != before)
    _ = try picture(dark)
    #expect(runs.value == 1)
    _ = try picture(dark, 4)
    #expect(runs.value == 2)
    #expect(try picture(Treatment()).packedBytes == before)
  }

  @Test func aModificationThatFailsNamesItself() throws {
    struct Broken: Error {}
    let source = ImageSource.pixels(try PixelBuffer(width: 2, height: 2))
    let store = PictureStore(cache: ImageCache())
    let treatment = Treatment(modification: ImageModification(id: "broken") { _, _ in throw Broken() })
    do {
      _ = try store.picture(
        of: source, store.info(of: source), width: 2, height: 2, treatment: treatment, isCancelled: { false })
      Issue.record("no error")
    } catch {
      guard case .modification(_, "broken", _) = error else { throw error }
    }
  }

  @Test func grayscaleKeepsAlphaAndGray() throws {
    let png = TestPNG(width: 16, height: 16, colorType: 6) { x, y, c in c == 3 ? y * 17 : x * 17 }.bytes()
    let plain = try ImageDecoder.decode(bytes: png)
    let gray = try ImageModification.grayscale.apply(plain.copy(), { false })
    #expect(gray.packedBytes == plain.packedBytes)
    let red = try PixelBuffer(width: 1, height: 1)
    red.clear(Color(red: 1, green: 0, blue: 0))
    #expect(TestPixel(try ImageModification.grayscale.apply(red, { false }), 0, 0) == TestPixel(54, 54, 54))
  }
}
