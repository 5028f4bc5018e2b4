import TesseraDevices
import TesseraKit
import TesseraScene
import TesseraTestSupport
import Testing

/// Painting only the damage gives the pixels of a full repaint, on displays of few bits.
@Suite struct PartialRedrawTests {
  private static let scene = """
    tessera: 1
    background: '#e8efe9'
    root:
      type: box
      style: {flexDirection: row, flexWrap: wrap, gap: 5, padding: 5, alignContent: flex-start}
      children:
        - {type: box, background: '#3366cc80', style: {width: 31, height: 23}}
        - {type: box, background: '#00000018', cornerRadius: 7, style: {width: 31, height: 23}}
        - {type: box, background: '#aabbcc90', transform: {scale: 0.8}, style: {width: 31, height: 23}}
        - {type: box, background: '#ff8800', opacity: 0.3, shadow: {color: '#00000060', radius: 4, y: 2}, style: {width: 31, height: 23}}
        - {type: shape, path: M0 0h20v20z, fill: '#00880060', stroke: '#123456', style: {width: 30, height: 23}}
        - {type: box, background: {gradient: linear, stops: [{at: 0, color: '#303030'}, {at: 1, color: '#70a0e0'}]}, style: {width: 40, height: 23}}
        - {type: box, background: '#ffffff70', backdropBlur: 3, style: {width: 60, height: 20, marginTop: -12}}
        - {type: box, background: '#405060', transform: {rotate: 20}, style: {width: 25, height: 20}, children: [{type: box, background: '#ffffff30', style: {flexGrow: 1}}]}
        - {type: text, string: Marked text, fontSize: 13, color: '#00000080', underline: true}
        - {type: icon, name: bell, style: {width: 20, height: 20}}
        - {type: switch, value: true}
    """

  @Test(arguments: [PixelFormat.rgb565, .gray4, .mono1]) func damageGivesThePixelsOfAFullRepaint(format: PixelFormat) throws {
    TestFonts.useNoSystemFonts()
    let root = try Scene.parse(text: Self.scene, registry: .standard).makeRoot()
    let h = try HeadlessStage(width: 160, height: 120) { root }
    let screen = try PixelBuffer(width: 160, height: 120, format: format)
    h.stage.display = MemoryDisplay(screen)
    try h.settle()
    let nodes = root.subnodes
    for step in 0..<40 {
      let node = nodes[(step * 7) % nodes.count]
      // Damage of one node, of two apart, of moved nodes, and of one hidden.
      switch step % 4 {
      case 0: node.opacity = 0.35 + Double(step % 5) / 10
      case 1: node.transform = .translation(Double(step % 7) - 3.5, Double(step % 3))
      case 2: node.isHidden.toggle()
      default:
        node.isHidden = false
        nodes[step % nodes.count].opacity = 1
      }
      try h.settle()
      let shown = screen.withUnsafeBytes { Array($0) }
      h.stage.setNeedsRepaint()
      try h.settle()
      #expect(screen.withUnsafeBytes { Array($0) } == shown, "step \(step)")
    }
  }
}
