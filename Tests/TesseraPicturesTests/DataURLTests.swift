import Testing
import TesseraPictures

@Suite struct DataURLTests {
  @Test func bytesAreInBaseSixtyFourOrEscaped() {
    #expect(DataURL.bytes(of: "data:image/png;base64,iVBORw0KGgo=") == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(DataURL.bytes(of: "data:;base64,-_ \n\t8") == DataURL.bytes(of: "data:;base64,+/8="))
    #expect(DataURL.bytes(of: "data:image/svg+xml,%3Csvg%3e,%4") == Array("<svg>,%4".utf8))
    #expect(DataURL.bytes(of: "data:,") == [])
  }

  @Test func invalidURLsGiveNil() {
    for url in ["", "data:", "data:image/png;base64", "file:,x", "https://a.example/data:,x", "data:;base64,a*b"] {
      #expect(DataURL.bytes(of: url) == nil, "\(url)")
    }
  }
}
