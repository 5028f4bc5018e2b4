/// Names that every node has: its properties, functions and layout modifiers.
///
/// A stored member of a value with one of these names cannot be reached as `node.member`, because ``Node`` finds its own member first. `ArchitectureTests`
/// compares the list with the declarations.
enum NodeMemberNames {
  static let all: Set<String> = [
    "absoluteFill", "addRecognizer", "addSceneChild", "addSubnode", "after", "afterNextLayout", "alignContent", "alignItems", "alignSelf",
    "ancestry",
    "animate", "appearsTogether", "append", "asciiArt", "aspectRatio", "attribute", "background", "becomeFocused", "bind", "border",
    "boxSizing",
    "centered", "clearPreloaded", "clipsToBounds", "closestCommonAncestor", "contentFade", "contentRect", "convert", "cornerRadii",
    "cornerRadius",
    "descendants", "descriptor", "direction", "display", "drawPriority", "drawsDirectly", "dropContents", "effectiveDirection",
    "environment",
    "environmentValues", "events", "every", "expand", "explainLayout", "find", "findAll", "flex", "flexBasis", "flexDirection", "flexGrow",
    "flexShrink", "flexWrap", "focusMoveRule", "focusRing", "focusScope", "focusability", "focusedNode", "frame", "gap", "hasEnteredStage",
    "hasHandlers", "hasPendingDraws", "hasUnusableSize", "hash", "height", "hitTestSlop", "id", "inheritEnvironment", "insertSubnode",
    "inset",
    "interfaceState", "isAtOrBelow", "isHidden", "isHovered", "isInScrollingContent", "isInteractive", "isPressable", "justifyContent",
    "keepsPlaceholder", "keyframes", "layout", "layoutDescription", "layoutPosition", "layoutSpec", "layoutTransition",
    "layoutTransitionRule",
    "margin", "maxHeight", "maxSize", "maxWidth", "measureAhead", "memoryPressure", "minHeight", "minSize", "minWidth", "motion",
    "moveFocusOn",
    "namedSubnodes", "neverShowsPlaceholder", "offer", "on", "onContextMenu", "onDrag", "onDraw", "onDrawFailure", "onEnterStage",
    "onEnvironmentChange", "onFirstEnterStage", "onFocusChange", "onHoverChange", "onInterfaceStateChange", "onLayout", "onLeaveStage",
    "onPreload",
    "onPreloadClear", "onSubnodeDraw", "onSubnodeVisibility", "onSubtreeDraw", "onTap", "opacity", "order", "overflow", "overlay",
    "padding",
    "performOnWorker", "placed", "placeholder", "popSceneScreen", "position", "positioning", "present", "presented", "presentedValue",
    "preservedState", "properties", "pushSceneScreen", "rasterizesSubtree", "recognizers", "relative", "removeFromSupernode",
    "removeHandler",
    "removeRecognizer", "rendered", "replaceSubnode", "report", "requestTick", "resignFocus", "resolvedSemantics", "restoreState",
    "runOnWorker",
    "safeAreaInsets", "safeAreaPadding", "sceneChildren", "sceneItemsPlace", "scrollIntoView", "semantics", "semanticsParts", "send",
    "serial",
    "setAttribute", "setNeedsDisplay", "setNeedsLayout", "setNeedsPreload", "setNeedsProperties", "setNeedsRanging", "setNeedsScroll",
    "setNeedsSemantics", "setNeedsStyle", "shadow", "sharedElement", "size", "stackSpacing", "storage", "style", "subnodes", "supernode",
    "supernodes", "suspendsDrawing", "takeSceneItems", "takesInitialFocus", "task", "transform", "transformAnchor", "treeRoot", "typeName",
    "update",
    "updateProperties", "value", "walk", "width", "withdraw", "writingDirection", "zIndex",
  ]
}
