import TesseraPictures
import Testing

@Suite struct PictureErrorTests {
  @Test(arguments: [
    ("http://ann:secret@host/x.png", "http://***@host/x.png"), ("http://host/icon@2x.png", "http://host/icon@2x.png"),
    ("ftp://ann@host/icon@2x.png", "ftp://***@host/icon@2x.png"), ("photos/icon@2x.png", "photos/icon@2x.png"),
    ("http://host?m=a@b", "http://host?m=a@b"),
  ]) func thePasswordOfAURLIsHidden(source: String, shown: String) {
    #expect(PictureError.unreadable(source: source, reason: "no answer").description == "cannot open \(shown): no answer")
  }
}
