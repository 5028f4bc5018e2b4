import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import LottieCodec

/// Animations in gzip and in dotLottie archives.
@Suite struct ContainerTests {
  private let codecs = PictureCodecs([PNGCodec(), LottieCodec()])

  private func file(_ path: String) throws -> [UInt8] { try PictureData(file: PackageFolder.root() + "/" + path).bytes() }

  private func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  /// A ZIP whose files are stored as they are; `change` may spoil the fields of its directory.
  private func zip(_ files: [(name: String, bytes: [UInt8])], size: Int? = nil, flags: Int = 0, method: Int = 0) -> [UInt8] {
    var (data, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, bytes) in files {
      let text = Array(name.utf8)
      let sum = Int(Deflate.checksum(of: bytes))
      let sizes = little(sum, 4) + little(bytes.count, 4) + little(size ?? bytes.count, 4)
      directory +=
        little(0x0201_4B50, 4) + little(20, 2) + little(20, 2) + little(flags, 2) + little(method, 2) + little(0, 4) + sizes
        + little(text.count, 2) + little(0, 12) + little(data.count, 4) + text
      data +=
        little(0x0403_4B50, 4) + little(20, 2) + little(flags, 2) + little(method, 2) + little(0, 4) + sizes + little(text.count, 2)
        + little(0, 2) + text + bytes
    }
    return data + directory + little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
      + little(directory.count, 4) + little(data.count, 4) + little(0, 2)
  }

  private func error(_ bytes: [UInt8]) -> LottieError? {
    do throws(LottieError) {
      _ = try LottieDocument(parsing: bytes, named: "a.lottie")
      return nil
    } catch { return error }
  }

  private func cover(_ bytes: [UInt8]) throws -> [UInt8] {
    let data = PictureData(bytes)
    let header = try codecs.header(of: data)
    #expect(header.format == .lottie && header.mayMove)
    let pixels = try codecs.decode(data, PictureRequest(width: 48, height: 48))
    return LottieCodecTests.bytes(pixels)
  }

  @Test func `gzip is identified by its content`() throws {
    let plain = try fixture("motion")
    let packed = try file("Tests/LottieCodecTests/Fixtures/motion.json.gz")
    #expect(packed.count < plain.count)
    #expect(try cover(packed) == cover(plain))
    #expect(try codecs.frames(of: PictureData(packed))?.delays.count == 60)
  }

  @Test func `an archive shows the animation that its manifest names, else the first`() throws {
    let example = try file("docs/examples/assets/lottie/done.lottie")
    #expect(try cover(example) == cover(file("docs/examples/assets/lottie/done.json")))
    let (one, two) = (animation(shapeLayer(square())), animation(shapeLayer(square("\"k\":[20,20]"))))
    let files = [("animations/one.json", one), ("animations/two.json", two)]
    func manifest(_ text: String) -> (String, [UInt8]) { ("manifest.json", Array(text.utf8)) }
    #expect(try cover(zip(files)) == cover(one))
    #expect(try cover(zip([manifest("{\"animations\":[{\"id\":\"two\"}]}")] + files)) == cover(two))
    #expect(try cover(zip([manifest("{\"activeAnimationId\":\"two\",\"animations\":[{\"id\":\"one\"}]}")] + files)) == cover(two))
    // Version 2 has other folders.
    let newer = zip([manifest("{\"version\":\"2\",\"initial\":{\"animation\":\"two\"}}"), ("a/one.json", one), ("a/two.json", two)])
    #expect(try cover(newer) == cover(two))
  }

  @Test func `pictures of an archive are found in it`() throws {
    let png = try file("Tests/TesseraPicturesTests/Fixtures/moving/none.png")
    let layer = "{\"ty\":2,\"refId\":\"p\",\"ip\":0,\"op\":60,\"ks\":{}}"
    for place in ["\"u\":\"/images/\",\"p\":\"x.png\"", "\"u\":\"\",\"p\":\"x.png\""] {
      let json = animation(layer, ",\"assets\":[{\"id\":\"p\",\"w\":100,\"h\":100,\(place)}]")
      let found = try LottieCodec(pictures: codecs).document(of: PictureData(zip([("a/x.json", json), ("images/x.png", png)])))
      #expect(found.unsupported.isEmpty, "\(place)")
      let missing = try LottieCodec(pictures: codecs).document(of: PictureData(zip([("a/x.json", json)])))
      #expect(missing.unsupported.count == 1)
    }
  }

  @Test func `archive bombs and broken archives are errors with a reason`() throws {
    let one = animation(shapeLayer(square()))
    let good = zip([("animations/one.json", one)])
    #expect(error(good) == nil)
    #expect(error(try file("Tests/LottieCodecTests/Fixtures/long.json.gz"))?.reason == "its gzip stream holds more than 33554432 bytes")
    let packed = try file("Tests/LottieCodecTests/Fixtures/motion.json.gz")
    #expect(error(Array(packed.dropLast(40)))?.isTruncated == true)
    #expect(error(Array(good.dropLast(30)))?.isTruncated == true)
    #expect(error(zip([("animations/one.json", one)], size: 200 << 20))?.reason.contains("the maximum is 134217728") == true)
    #expect(error(zip([("animations/one.json", one)], size: 40 << 20))?.reason.contains("the maximum is 33554432") == true)
    #expect(error(zip([("animations/one.json", one)], flags: 1))?.reason.contains("encrypted") == true)
    #expect(error(zip([("animations/one.json", one)], method: 12))?.reason.contains("method 12") == true)
    #expect(error(zip([("readme.txt", one)]))?.reason.contains("no animation") == true)
    #expect(error(zip((0...1000).map { ("animations/\($0).json", []) }))?.reason.contains("1001 files") == true)
    var spoiled = good
    spoiled[60] ^= 1
    #expect(error(spoiled)?.reason.contains("checksum") == true)
  }

  @Test func `an archive cut or changed anywhere ends with an error or a picture`() throws {
    let example = try file("docs/examples/assets/lottie/done.lottie")
    for at in 0..<example.count {
      _ = error(Array(example.prefix(at)))
      var changed = example
      changed[at] ^= 0xFF
      _ = error(changed)
    }
  }

  @Test func `other gzip and ZIP files are no animations`() {
    let codec = LottieCodec()
    #expect(!zip([("word/document.xml", [1, 2, 3])]).withUnsafeBytes { codec.recognizes($0) })
    #expect(![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2].withUnsafeBytes { codec.recognizes($0) })
    #expect(zip([("a/x.json", [1])]).withUnsafeBytes { codec.recognizes($0) })
  }
}
