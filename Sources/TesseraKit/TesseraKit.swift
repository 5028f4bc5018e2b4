// TesseraKit
