import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Attributes of controls that do not agree with each other.
@Suite struct ValueProblemTests {
  private func warnings(_ nodes: [String], data: String = "{}") throws -> [String] {
    let scene = try Scene(
      text: """
        tessera: 1
        data: \(data)
        root:
          type: box
          children:
        \(nodes.map { "    - " + $0 }.joined(separator: "\n"))
        """, name: "s.yaml", registry: .standard)
    return scene.warnings.map(\.description)
  }

  @Test(arguments: [
    ("{type: slider, minimum: 10, maximum: 2}", "warning: attribute `maximum` of `slider`: `minimum` 10 is above `maximum` 2"),
    ("{type: slider, minimum: 200}", "warning: attribute `minimum` of `slider`: `minimum` 200 is above `maximum` 100"),
    ("{type: slider, minimum: 5, maximum: 5}", "`minimum` and `maximum` are both 5"),
    ("{type: slider, value: 150.5}", "`value` of `slider`: 150.5 is outside of the range from 0 to 100; 100 is used"),
    ("{type: slider, origin: -1}", "`origin` of `slider`: -1 is outside of the range from 0 to 100; 0 is used"),
    ("{type: stepper, step: 0}", "`step` of `stepper`: 0 is not a step; 1 is used"),
    ("{type: stepper, step: 200}", "`step` of `stepper`: 200 is larger than the range from 0 to 100"),
    ("{type: dial, zones: [{from: 80, to: 20, role: warn}]}", "the zone from 80 to 20 is empty: `from` is above `to`"),
    ("{type: dial, zones: [{from: 120, to: 140, role: warn}]}", "the zone from 120 to 140 is outside of the range from 0 to 100"),
    ("{type: range-slider, low: 80, high: 20}", "`low` 80 is above `high` 20"),
    ("{type: range-slider, minimumSpan: 101}", "`minimumSpan` of `range-slider`: 101 is larger than the whole range"),
    ("{type: dropdown, value: twoo, options: [one, two]}", "`twoo` must be one of the options (one, two); did you mean `two`?"),
    ("{type: roller, value: x, options: [one, two]}", "`x` must be one of the options (one, two)"),
    ("{type: radio, options: []}", "`options` of `radio`: the list is empty"),
    ("{type: segmented, options: [a, b, a]}", "more than one option has the value `a`"),
    ("{type: rating, value: 9}", "9 is outside of 0 to 5 stars"),
    ("{type: rating, step: 6}", "6 is more than all 5 stars"),
    ("{type: page-dots, value: 3, count: 3}", "3 is not a page: 3 pages have the indices 0 to 2"),
    ("{type: calendar, value: '2026-01-01', minimum: '2026-02-01'}", "2026-01-01 is outside of the days from 2026-02-01"),
    ("{type: calendar, kind: range, value: '2026-01-09', end: '2026-01-02'}", "2026-01-02 is before the first day, 2026-01-09"),
    ("{type: date-picker, minimum: '2027-01-01', maximum: '2026-01-01'}", "`minimum` 2027-01-01 is after `maximum` 2026-01-01"),
    ("{type: duration-picker, value: -5}", "-5 seconds are outside of 0 to `maximum` 86399"),
    ("{type: grid, columns: [name, size], sort: -sise}", "`sise` must be the id of a column (name, size); did you mean `size`?"),
    ("{type: grid, columns: [a, {id: a, title: b}]}", "more than one column has the id `a`"),
    ("{type: grid, columns: [a, b], rows: [[1, 2], [1, 2, 3]]}", "row 2 has more cells than the 2 columns"),
    ("{type: chart, values: [1, 2], minimum: 5, maximum: 1.5}", "`minimum` 5 is not below `maximum` 1.5"),
  ]) func isReportedWithItsPlace(_ node: String, _ message: String) throws {
    let found = try warnings([node])
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains(message) == true, "\(found)")
    #expect(found.first?.hasPrefix("s.yaml:6:") == true, "\(found)")
  }

  @Test func defaultsAndValuesOfDataAreNotOmitted() throws {
    let found = try warnings(
      [
        "{type: dial, minimum: 5, maximum: 30}", "{type: slider, minimum: {bind: low}, maximum: -5}", "{type: slider, value: {bind: low}}",
        "{type: dropdown, value: {bind: name}, options: [a]}", "{type: dropdown, value: a, options: {bind: list}}",
        "{type: dropdown, value: '', options: [a]}", "{type: date-picker, minimum: '2020-01-01'}",
        "{type: page-dots, count: {bind: low}, value: 4}",
      ], data: "{low: 200, name: z, list: []}")
    #expect(found.isEmpty, "\(found)")
  }
}
