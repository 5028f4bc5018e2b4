internal import CRender

/// Code that composites sources and masks onto a canvas's pixels.
///
/// Pixels of both differ by one level a channel at most.
public enum Compositor: Sendable, CaseIterable {
  /// Own loops for the combinations in which they are faster than pixman, and pixman for all others.
  case kernels
  /// pixman alone: the default of all canvases if the environment variable `TESSERA_COMPOSITOR` was `pixman` when the program was loaded.
  case pixman
}

extension Canvas {
  /// Code that composites what is drawn from now on.
  public var compositor: Compositor {
    get { cr_canvas_compositor(handle) == CR_COMPOSITOR_PIXMAN ? .pixman : .kernels }
    nonmutating set { cr_canvas_set_compositor(handle, newValue == .pixman ? CR_COMPOSITOR_PIXMAN : CR_COMPOSITOR_KERNELS) }
  }
}
