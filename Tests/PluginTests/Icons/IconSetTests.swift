import TesseraGeometry
import TesseraKit
import TesseraTestSupport
import Testing

@testable import IconPlugin

/// Drawings of the set.
@Suite struct IconSetTests {
  @Test func namesMatchTheDesign() throws {
    let listed = try ListedIcon.all().map(\.name)
    #expect(listed.count == 254)
    #expect(Array(Icon.names.prefix(254)) == listed)
  }

  @Test(arguments: [16.0, 24, 48]) func eachIconDrawsSomethingInItsBoxAlone(side: Double) throws {
    for icon in try ListedIcon.all() {
      for solid in [false, true] {
        let picture = try IconPicture(Icon(icon.name).solid(solid), side: side)
        #expect(picture.outside == 0, "\(icon.name) at \(side)")
        // At least a stroke with a length of a sixth of the side.
        #expect(picture.ink > side * side / 60, "\(icon.name) at \(side)")
        #expect(picture.ink < side * side * 0.85, "\(icon.name) at \(side)")
      }
    }
  }

  @Test func onlyTheListedIconsHaveSolidVariants() throws {
    for icon in try ListedIcon.all() {
      let (plain, solid) = (try IconPicture(Icon(icon.name), side: 24), try IconPicture(Icon(icon.name).solid(), side: 24))
      #expect((plain != solid) == icon.hasSolid, "\(icon.name)")
    }
  }

  @Test func onlyTheListedIconsHaveSmallDrawings() throws {
    for icon in try ListedIcon.all() {
      let small = try #require(IconSet.drawing(of: icon.name, side: 16, isSolid: false))
      let large = try #require(IconSet.drawing(of: icon.name, side: 20, isSolid: false))
      #expect((small != large) == icon.hasSmall && small.isMirrored == large.isMirrored, "\(icon.name)")
      #expect(small.grid == (icon.hasSmall ? 16 : 24) && large.grid == 24)
    }
  }

  @Test func onlyDirectionalIconsAreMirroredRightToLeft() throws {
    for icon in try ListedIcon.all() {
      for side in [16.0, 24] {
        let left = try IconPicture(Icon(icon.name), side: side)
        let right = try IconPicture(Icon(icon.name), side: side, direction: .rtl)
        // Two angle brackets are their own mirror image.
        if icon.name != "code" { #expect((left != right) == icon.isMirrored, "\(icon.name)") }
      }
    }
    let (left, right) = (try IconPicture(Icon("exit"), side: 24), try IconPicture(Icon("exit"), side: 24, direction: .rtl))
    for y in 0..<24 { for x in 0..<24 { #expect(abs(Int(left[x, y]) - Int(right[23 - x, y])) <= 2) } }
  }

  @Test(arguments: [(16.0, 1.0), (20, 1), (24, 1), (32, 1), (48, 1), (24, 1.5), (24, 2), (24, 3)])
  func straightLinesHaveAnEdgeOnAPixel(side: Double, scale: Double) throws {
    for name in ["menu", "minus", "arrow-left", "rows"] {
      var isInLine = false
      var edges = 0
      var whole = 0
      let column = try IconPicture(Icon(name), side: side, scale: scale).middleColumn + [0]
      for value in column {
        if value > 0, value < 255 { edges += 1 }
        if value == 255, !isInLine { whole += 1 }
        isInLine = value == 255
      }
      let lines = ["menu": 3, "minus": 1, "arrow-left": 1, "rows": 3][name]
      #expect(whole == lines && edges <= whole, "\(name) at \(side) by \(scale): \(column)")
    }
  }

  @Test(arguments: [16.0, 24, 32, 48]) func inBlackAndWhiteNoPixelIsCoveredInPart(side: Double) throws {
    for icon in try ListedIcon.all() {
      for solid in [false, true] {
        let picture = try IconPicture(Icon(icon.name).solid(solid), side: side, isBilevel: true)
        #expect(picture.partial == 0 && picture.ink > side / 2, "\(icon.name) at \(side)")
      }
    }
  }

  @Test func thePenFollowsTheSize() {
    let pens = [8, 16, 20, 22, 24, 28, 32, 40, 48, 96].map { IconRendering.stroke(side: $0) }
    #expect(pens == [0.75, 1.5, 1.75, 1.875, 2, 2.25, 2.5, 2.75, 3, 6])
  }

  @Test func theDataAreSmall() {
    #expect(IconData.groups.reduce(0) { $0 + $1.utf8CodeUnitCount } < 30_000)
  }
}
