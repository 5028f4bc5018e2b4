// What an app imports: nodes, layout, drawing and the containers and the standard node types.
@_exported public import ButtonPlugin
@_exported public import EditableTextPlugin
@_exported public import ImagePlugin
@_exported public import ShapePlugin
@_exported public import Tessera
@_exported public import TesseraContainers
@_exported public import TesseraGeometry
@_exported public import TesseraLayout
@_exported public import TesseraRender
@_exported public import TextPlugin
@_exported public import VideoFramePlugin
