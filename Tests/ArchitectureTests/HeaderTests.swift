import Foundation
import Testing

@Suite struct HeaderTests {
  /// Headers of the C standard and of POSIX that a public header may name.
  private static let standard: Set<String> = [
    "<stdbool.h>", "<stddef.h>", "<stdint.h>", "<stdarg.h>", "<limits.h>", "<float.h>", "<inttypes.h>", "<sys/types.h>",
  ]

  @Test(arguments: CModule.all) func aPublicHeaderNamesNoThirdPartyHeader(module: CModule) throws {
    let folder = module.publicHeaders
    let files = Repository.files(under: folder, extensions: ["h"])
    #expect(!files.isEmpty, "\(folder) holds no header")
    for file in files {
      for include in CHeader(try Repository.text(file)).includes {
        let own = include.hasPrefix("\"") && Repository.exists("\(folder)/\(include.dropFirst().dropLast())")
        #expect(own || Self.standard.contains(include), "\(file) includes \(include), so that Swift would see it")
      }
    }
  }

  @Test func everyModuleHasAUniquePrefix() throws {
    #expect(Set(CModule.all.map(\.prefix)).count == CModule.all.count)
    #expect(Set(CModule.all.map(\.name)) == Set(LayerTable.rows.map(\.module).filter(LayerTable.isC)))
    let table = try Repository.text("CONTRIBUTING.md").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for module in CModule.all {
      let isSaid = table.contains("`\(module.prefix)_` in \(module.name)")
      #expect(isSaid, "CONTRIBUTING.md does not say that names of \(module.name) begin with \(module.prefix)_")
    }
  }

  @Test(arguments: CModule.all) func everyNameInAPublicHeaderBeginsWithItsModulesPrefix(module: CModule) throws {
    for file in Repository.files(under: module.publicHeaders, extensions: ["h"]) {
      let strange = CHeader(try Repository.text(file)).names.filter { !module.owns($0) }
      #expect(strange.isEmpty, "\(file) declares \(strange.joined(separator: ", ")) without \(module.prefix)_")
    }
  }

  @Test(arguments: CModule.all) func everySymbolThatOtherFilesSeeBeginsWithItsModulesPrefix(module: CModule) throws {
    for file in module.files {
      let strange = CSource(try Repository.text(file)).definitions.filter { !module.owns($0) }
      #expect(strange.isEmpty, "\(file) defines \(strange.joined(separator: ", ")) without \(module.prefix)_; `static`, or a prefix")
    }
  }

  @Test func namesOfAHeaderAreFound() {
    let header = CHeader(
      """
      #ifndef CR_X_H
      #define CR_X_H
      #include <stdint.h> // <pixman.h>
      #include "cr_types.h"
      /* void hidden(int); */
      #define CR_MAX(a, b) \\
        ((a) > (b) ? (a) : (b))
      typedef struct cr_surface cr_surface;
      typedef enum cr_status { CR_OK = 0, CR_BAD = 1 << 2 } cr_status;
      typedef struct { int32_t x, y; } cr_point;
      typedef void *(*cr_alloc_fn)(void *context, size_t size);
      cr_status cr_surface_create(uint32_t width, uint32_t height,
                                  cr_surface **out) __attribute__((warn_unused_result));
      static inline int cr_twice(int x) { return helper(2) * x; }
      extern const char *cr_names[3];
      #endif
      """)
    #expect(header.includes == ["<stdint.h>", "\"cr_types.h\""])
    let names = Set(header.names)
    #expect(
      names.isSuperset(of: [
        "CR_MAX", "cr_surface", "cr_status", "CR_OK", "CR_BAD", "cr_point", "cr_alloc_fn", "cr_surface_create", "cr_twice",
      ]))
    #expect(names.allSatisfy { $0.lowercased().hasPrefix("cr_") }, "\(names)")
  }

  @Test(arguments: [
    "void draw(int x);", "#define LIMIT 3", "enum { FIRST };", "typedef int status;", "struct point { int x; };",
    "typedef void (*callback)(int);", "static inline int twice(int x) { return x; }",
  ]) func aNameWithoutThePrefixIsDetected(text: String) {
    #expect(CHeader(text).names.contains { !$0.lowercased().hasPrefix("cr_") })
  }
}
