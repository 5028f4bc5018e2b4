import LottieCodec
import TesseraGeometry
import TesseraPictures
import TesseraRender
import Testing

@Suite struct HostileTests {
  private func error(_ text: String) -> LottieError? { error(Array(text.utf8)) }

  private func error(_ bytes: [UInt8]) -> LottieError? {
    do throws(LottieError) {
      _ = try LottieDocument(parsing: bytes, named: "a.json")
      return nil
    } catch { return error }
  }

  @Test func malformedTextIsAnErrorWithItsByte() {
    #expect(error("{\"v\":}")?.offset == 5)
    #expect(error("{\"v\":NaN}")?.offset == 5)
    #expect(error("{\"v\":-Infinity}")?.offset == 6)
    #expect(error("{\"v\":1e999}")?.reason.contains("too large") == true)
    #expect(error("[1,2")?.isTruncated == true)
    #expect(error("{\"v\":\"\\x\"}")?.description.hasPrefix("a.json: byte ") == true)
    #expect(error(String(repeating: "[", count: 100_000))?.reason.contains("nested") == true)
  }

  @Test func wrongValuesAreErrorsWithTheirPath() {
    let base = "{\"fr\":30,\"ip\":0,\"op\":60,\"w\":100,\"h\":100,\"layers\":[]}"
    #expect(error(base) == nil)
    for (key, text) in [
      ("w", base.replacing("\"w\":100", with: "\"w\":1e9")), ("fr", base.replacing("\"fr\":30", with: "\"fr\":0")),
      ("op", base.replacing("\"op\":60", with: "\"op\":-1")), ("h", base.replacing("\"h\":100,", with: "")),
      ("op", base.replacing("\"op\":60", with: "\"op\":2e9")),
    ] { #expect(error(text)?.path == key, "\(text)") }
    #expect(error(animation(shapeLayer("{\"ty\":\"rc\",\"s\":{\"k\":\"big\"}}")))?.path == "layers[0].shapes[0].s")
    #expect(
      error(animation(shapeLayer("{\"ty\":\"rc\",\"s\":{\"k\":[{\"t\":0,\"s\":[1]},{\"s\":[2]}]}}")))?.path
        == "layers[0].shapes[0].s.k[1].t")
  }

  @Test func cyclesAreRefused() {
    let parents = "{\"ty\":3,\"ind\":1,\"parent\":2},{\"ty\":3,\"ind\":2,\"parent\":1}"
    #expect(error(animation(parents))?.reason.contains("parents") == true)
    let inner = "{\"ty\":0,\"refId\":\"a\",\"w\":9,\"h\":9}"
    #expect(error(animation(inner, ",\"assets\":[{\"id\":\"a\",\"layers\":[\(inner)]}]"))?.reason.contains("contains itself") == true)
    let mattes = "{\"ty\":3,\"ind\":1,\"tt\":1,\"tp\":2},{\"ty\":3,\"ind\":2,\"tt\":1,\"tp\":1}"
    #expect(error(animation(mattes))?.reason.contains("mattes") == true)
  }

  @Test func anExpansionBombEndsWithAnError() throws {
    // Each composition holds the one before ten times.
    func many(_ id: String) -> String {
      (0..<10).map { _ in "{\"ty\":0,\"refId\":\"\(id)\",\"w\":9,\"h\":9,\"ip\":0,\"op\":60}" }.joined(separator: ",")
    }
    let assets = (1...12).map { "{\"id\":\"c\($0)\",\"layers\":[\(many("c\($0 - 1)"))]}" }.joined(separator: ",")
    let file = animation(many("c12"), ",\"assets\":[{\"id\":\"c0\",\"layers\":[{\"ty\":3}]},\(assets)]")
    #expect(throws: LottieError.self) { try draw(file, side: 8) }
    // A repeater in a repeater in a repeater.
    let again = "{\"ty\":\"rp\",\"c\":{\"k\":1000},\"o\":{\"k\":0},\"tr\":{}}"
    #expect(throws: LottieError.self) { try draw(animation(shapeLayer(square() + ",\(again),\(again),\(again)")), side: 8) }
  }

  @Test func everyBeginningOfAFileIsAnError() throws {
    for name in ["layers", "motion"] {
      let bytes = try fixture(name).dropLast()  // without the line feed at the end
      for count in stride(from: 0, to: bytes.count, by: 7) { #expect(error(Array(bytes.prefix(count)))?.isTruncated == true) }
    }
  }

  @Test func extremeNumbersDrawNothingAndDoNotTrap() throws {
    for number in ["1e300", "-1e300", "1e-300", "0"] {
      let file = String(decoding: animation(shapeLayer("\(square()),{\"ty\":\"rd\",\"r\":{\"k\":5}}")), as: UTF8.self)
      _ = try draw(Array(file.replacing("[40,40]", with: "[\(number),\(number)]").utf8), side: 8)
      _ = try draw(Array(file.replacing("[50,50]", with: "[\(number),1]").utf8), side: 8)
    }
  }
}
