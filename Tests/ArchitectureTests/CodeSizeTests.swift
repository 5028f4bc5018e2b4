import Foundation
import Testing

/// How long functions and files of the product may be.
@Suite struct CodeSizeTests {
  static let longestFunction = 80
  static let longestSwiftFile = 400
  static let longestCFile = 600

  /// Files that a program wrote.
  private static let generated: Set<String> = ["CRender/text/unicode_tables.c"]

  /// Files and functions (`path` or `path name`) that are too long, each with the reason why it still is; one that is short enough must go
  /// from here.
  private static let exceptions: [String: String] = [:]

  @Test func noFunctionAndNoFileIsTooLong() throws {
    var needed: Set<String> = []
    func check(_ entry: String, _ length: Int, _ limit: Int) {
      if length > limit { needed.insert(entry) }
      #expect(length <= limit || Self.exceptions[entry] != nil, "\(entry) has \(length) lines, more than \(limit)")
    }
    let files = ["Sources", "Plugins", "CRender"].flatMap {
      Repository.files(under: $0, extensions: ["swift", "c", "h"])
    }
    #expect(files.count > 100)
    for file in files where !Self.generated.contains(file) {
      let isSwift = file.hasSuffix(".swift")
      let text = try Repository.text(file)
      check(
        file, text.utf8.count { $0 == UInt8(ascii: "\n") },
        isSwift ? Self.longestSwiftFile : Self.longestCFile)
      for function in CodeText(text, isSwift ? .swift : .c).functions {
        check("\(file) \(function.name)", function.length, Self.longestFunction)
      }
    }
    for (entry, reason) in Self.exceptions {
      #expect(
        needed.contains(entry),
        "\(entry) (\(reason)) is short enough: take it out of the exceptions")
    }
    for file in Self.generated {
      #expect(Repository.exists(file), "\(file), said to be generated, does not exist")
    }
  }

  @Test func functionsOfSwiftAreFound() {
    let text = CodeText(
      #"""
      protocol P { func required(); var read: Int { get } }  // func no() {
      struct S {
        var stored = { 1 }
        var computed: Int {
          /* { /* { */ */
          1
        }
        init?(_ x: String = "}{ \(map { "}" })") {
          self.init(x)
        }
        subscript(i: Int) -> Int { i }
        func multi(
          _ a: @escaping () -> Void
        ) -> Int {
          func inner() { _ = #"}"# }
          let pattern = #/[{"]/#
          return """
            }} \(a)
            """.count
        }
        static func == (a: Self, b: Self) -> Bool { true }
        deinit {
        }
      }
      """#, .swift)
    let found = text.functions.map { "\($0.name):\($0.line):\($0.length)" }
    #expect(
      found == [
        "read:1:1", "computed:4:4", "init:8:3", "subscript:11:1", "multi:12:9", "inner:15:1",
        "operator:21:1", "deinit:22:2",
      ])
  }

  @Test func functionsOfCAreFound() {
    let text = CodeText(
      """
      #define EACH(x) \\
        if (x) {
      /* } */
      struct point { int x, y; };
      static const char braces[] = { '{', '"', '}' };
      int one(void) { return 1; }
      static int
      two(int a,
          int b)
      {
        if (a) {
          puts("}");
        }
        return b; // }
      }
      """, .c)
    #expect(text.functions.map { "\($0.name):\($0.line):\($0.length)" } == ["one:6:1", "two:7:9"])
  }
}
