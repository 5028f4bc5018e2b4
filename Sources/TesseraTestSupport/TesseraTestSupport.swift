// TesseraTestSupport
