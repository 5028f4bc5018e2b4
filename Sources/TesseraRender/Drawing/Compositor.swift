internal import CRender

/// Code that composites sources and masks onto a canvas's pixels.
///
/// Results of both differ by at most one level per channel.
public enum Compositor: Sendable, CaseIterable {
  /// Own loops for combinations that they composite faster than pixman, and pixman for all others.
  case kernels
  /// Only pixman: the default of all canvases if the environment variable `TESSERA_COMPOSITOR` was `pixman` when the program was loaded.
  case pixman
}

extension Canvas {
  /// Compositor for subsequent drawing.
  public var compositor: Compositor {
    get { cr_canvas_compositor(handle) == CR_COMPOSITOR_PIXMAN ? .pixman : .kernels }
    nonmutating set { cr_canvas_set_compositor(handle, newValue == .pixman ? CR_COMPOSITOR_PIXMAN : CR_COMPOSITOR_KERNELS) }
  }
}
