import TesseraLayout
// INTERIM: the layout layer brings these.
public enum StyleValue: Sendable, Hashable { case number(Double), text(String) }
public struct LayoutStyleError: Error {}
extension LayoutStyle {
  static var keys: [String] { ["flexGrow", "flexShrink", "flexDirection", "width", "height", "padding", "margin", "gap"] }
  mutating func set(key: String, value: StyleValue) throws(LayoutStyleError) {}
}
