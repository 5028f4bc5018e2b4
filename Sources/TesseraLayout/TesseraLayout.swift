// TesseraLayout
