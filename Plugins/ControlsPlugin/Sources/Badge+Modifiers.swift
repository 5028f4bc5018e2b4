public import Tessera
public import TesseraRender

// Members of ``Badge`` as modifiers.
extension TypedElement where ElementType == Badge {
  /// Number of the badge; nil means a dot. Numbers above 99 are shown as 99+.
  public func count(_ count: Int?) -> Self { with { $0.count = count } }
  /// Word instead of the number; empty means none.
  public func title(_ title: String) -> Self { with { $0.title = title } }
  /// Its ground.
  public func kind(_ kind: Badge.Kind) -> Self { with { $0.kind = kind } }
  /// Color of a rim of 2 units around the badge; nil means none, and on 1-bit displays the color of the ground.
  public func rim(_ rim: Color?) -> Self { with { $0.rim = rim } }
}
