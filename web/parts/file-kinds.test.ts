import { expect, test } from 'vitest'
import { fileKindName } from './FileIcon.tsx'

const OOXML = 'application/vnd.openxmlformats-officedocument'

test.each([
  ['a.pdf', 'application/pdf', 'PDF'],
  ['a.html', 'application/pdf', 'PDF'],
  ['a.pdf', 'text/plain', 'Text'],
  ['a.pdf', 'application/zip', 'Archive'],
  ['a.pdf', 'application/octet-stream', 'File'],
  ['a.pdf', 'application/x-cfb', 'File'],
  ['a.jpg', 'image/png', 'Picture'],
  ['a.svg', 'image/svg+xml', 'SVG file'],
  ['a.bmp', 'application/octet-stream', 'Picture'],
  ['a.mpg', 'application/octet-stream', 'Video'],
  ['a.docx', `${OOXML}.wordprocessingml.document`, 'Word'],
  ['a.docx', 'text/plain', 'Text'],
  ['a.rtf', 'application/rtf', 'Word'],
  ['a.odt', 'application/vnd.oasis.opendocument.text', 'Word'],
  ['a.xls', 'application/vnd.ms-excel', 'Excel'],
  ['a.csv', 'text/csv', 'Excel'],
  ['a.ppsx', `${OOXML}.presentationml.slideshow`, 'PowerPoint'],
  ['a.7z', 'application/x-7z-compressed', 'Archive'],
  ['a.md', 'text/markdown', 'Text'],
  ['a.html', 'text/html', 'HTML file'],
  ['a.dcm', 'application/dicom', 'DCM file'],
  ['a.sav', 'application/octet-stream', 'SAV file'],
  ['README', 'application/octet-stream', 'File'],
])('%s, in which the server found %s, is called %s', (name, type, word) => {
  expect(fileKindName(name, type)).toBe(word)
})

test.each([
  ['a.PDF', 'PDF'],
  ['a.pptx', 'PowerPoint'],
  ['a.svg', 'SVG file'],
  ['a.tar.gz', 'Archive'],
  ['a.ward notes', 'File'],
])('%s, in which nobody has looked yet, is called %s', (name, word) => {
  expect(fileKindName(name)).toBe(word)
})
