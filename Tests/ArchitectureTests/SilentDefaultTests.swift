import Testing

/// A requirement whose type is optional has no default.
@Suite struct SilentDefaultTests {
  @Test func noOptionalRequirementHasADefault() throws {
    var found = SilentDefaults()
    for file in ["Sources", "Plugins"].flatMap({ Repository.files(under: $0, extensions: ["swift"]) }) {
      found.add(try Repository.text(file), file: file)
    }
    for finding in found.findings {
      Issue.record(
        "\(finding) has a default, which silently replaces a member that is not optional; remove the default, or let the type choose its result"
      )
    }
  }

  @Test func aDefaultOfAnOptionalRequirementIsDetected() {
    var found = SilentDefaults()
    found.add(
      """
      public protocol Source: AnyObject {
        var descriptor: Int32 { get }
        var deadline: Double? { get }
        func frames(
          of data: Data
        ) throws(PictureError) -> (any Frames)?
        func name(_ part: Int?) -> String
        func other() -> Int?
      }
      """, file: "a.swift")
    found.add(
      """
      extension Source {
        public var deadline: Double? { nil }
        public func frames(of data: Data) throws(PictureError) -> (any Frames)? { nil }
        public func name(_ part: Int?) -> String { "" }
      }
      extension Source {
        func other(_ part: Int) -> Int? { nil }
      }
      extension Source where Self: Named {
        public func other() -> Int? { nil }
      }
      """, file: "b.swift")
    #expect(found.findings == ["Source.deadline (b.swift)", "Source.frames (b.swift)"])
  }
}
