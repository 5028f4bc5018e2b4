import Testing

@Suite struct CUnitTests {
  /// The units of each module, by its name.
  private static let read = Result {
    try Dictionary(
      uniqueKeysWithValues: CModule.all.map { module in
        (module.name, CUnits(Dictionary(uniqueKeysWithValues: try module.files.map { ($0, try Repository.text($0)) })))
      })
  }

  private static func units(_ module: CModule) throws -> CUnits { try #require(try read.get()[module.name]) }

  @Test(arguments: CModule.all) func unitsDoNotBuildOnEachOtherInCircles(module: CModule) throws {
    for circle in try Self.units(module).circles {
      Issue.record("these build on each other: \(circle.joined(separator: ", "))")
    }
  }

  @Test(arguments: CModule.all) func foldersBuildOnThoseBelow(module: CModule) throws {
    let upward = try Self.units(module).upwardEdges(module.folders)
    #expect(upward.isEmpty, "\(upward.joined(separator: "\n"))")
  }

  @Test(arguments: CModule.all) func aHeaderDeclaresDefinitionsOfItsUnit(module: CModule) throws {
    let stray = try Self.units(module).strayDeclarations
    #expect(stray.isEmpty, "\(stray.joined(separator: "\n"))")
  }

  @Test func aCircleOfCallsIsDetected() {
    let units = CUnits([
      "a/pen.h": "void x_pen_move(void);", "a/pen.c": "#include \"pen.h\"\nvoid x_pen_move(void) { x_ink_flow(); }",
      "a/ink.c": "void x_ink_flow(void) { x_paper_take(); }", "a/paper.c": "void x_paper_take(void) { x_pen_move(); }",
      "a/desk.c": "void x_desk(void) { x_pen_move(); }", "a/lamp.c": "static int x_pen;\n// x_desk()\nconst char *x_lamp = \"x_desk\";",
    ])
    #expect(units.circles == [["a/ink", "a/paper", "a/pen"]])
    #expect(units.edges["a/lamp"] == [])
    #expect(units.edges["a/desk"] == ["a/pen"])
    #expect(units.strayDeclarations.isEmpty)
  }

  @Test func aCircleOfHeadersIsDetected() {
    let units = CUnits([
      "a/pen.h": "#include \"ink.h\"\ntypedef struct { x_ink ink; } x_pen;", "a/ink.h": "typedef int x_ink;",
      "a/ink.c": "#include \"ink.h\"\n#include \"pen.h\"",
    ])
    #expect(units.circles == [["a/ink", "a/pen"]])
  }

  @Test func aCallUpwardsIsDetected() {
    let units = CUnits([
      "m/low/a.c": "#include \"high/b.h\"\nint x_a;", "m/high/b.h": "typedef int x_b;",
      "m/high/c.c": "#include \"low/d.h\"\nint x_c(void) { return x_a; }",
      "m/low/d.h": "enum { X_D };",
    ])
    #expect(units.upwardEdges(["m/low", "m/high"]) == ["m/low/a -> m/high/b"])
    #expect(units.upwardEdges(["m/high", "m/low"]) == ["m/high/c -> m/low/a", "m/high/c -> m/low/d"])
    #expect(units.upwardEdges(["m/low"]).count == 3)
  }

  @Test func aDeclarationOfAnotherUnitIsDetected() {
    let units = CUnits([
      "a/pen.h": "void x_pen(void);\nvoid x_ink(void);\nstatic inline int x_two(void) { return 2; }\nextern int x_size;",
      "a/pen.c": "void x_pen(void) {}",
      "a/ink.c": "void x_ink(void) {}\nint x_size = 1;",
    ])
    #expect(units.strayDeclarations == ["a/pen.h: x_ink", "a/pen.h: x_size"])
  }

  @Test func functionsAreFoundWithTheirLines() {
    let source = CSource(
      """
      #include "a.h"
      #define TWICE(x) \\
        { (x) * 2 }
      // static void hidden(void) {
      static const char *const names[] = {"{", "b"};
      typedef struct { int x; } point;
      struct pair { point a, b; };

      /* two
         lines */
      __attribute__((constructor)) static void keep(int count,
                                                    char **values) {
        if (count) { values[0] = 0; }
      }
      FAST int add(const point *p) { return p->x + '{'; }

      INLINE unsigned load(void)
      {
        return 1;
      }
      int declared(int (*callback)(int));
      extern int elsewhere;
      const point *origin = &names[0], second;
      int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
      """)
    #expect(
      source.functions == [
        .init(name: "keep", isShared: false, lines: 11...14), .init(name: "add", isShared: true, lines: 15...15),
        .init(name: "load", isShared: false, lines: 17...20),
      ])
    #expect(source.variables == ["origin", "table"])
    #expect(source.declarations == ["declared", "elsewhere"])
    #expect(source.includes == ["a.h"])
    #expect(source.words.contains("TWICE") && !source.words.contains("hidden") && !source.words.contains("two"))
  }
}
