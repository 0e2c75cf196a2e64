import { expect, test } from 'vitest'
import { endingOf } from '../../shared/files.ts'
import { zipOf } from '../testing/zip.ts'
import { fileTypeOf } from './file-types.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const OOXML = 'application/vnd.openxmlformats-officedocument'
const zip = zipOf({ 'a.txt': 'a' })
const compound = bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00')

test.each<[name: string, head: Buffer, type: string]>([
  ['a.pdf', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['a.pdf', bytes('a line before it\n%PDF-1.4'), 'application/pdf'],
  ['a.txt', bytes('a line about %PDF-1.4'), 'text/plain'],
  ['a.pdf', Buffer.from('\ufeff%PDF-1.7\n'), 'application/pdf'],
  ['a.pdf', Buffer.concat([Buffer.alloc(128), bytes('%PDF-1.7\n')]), 'application/pdf'],
  ['Scanned document', Buffer.concat([Buffer.alloc(1019, 32), bytes('%PDF-')]), 'application/pdf'],
  ['a.pdf', Buffer.concat([Buffer.alloc(1020, 32), bytes('%PDF-')]), 'text/plain'],
  ['a.docx', bytes('%PDF-1.7\n'), 'application/pdf'],
  ['a.pdf', bytes('no such thing'), 'text/plain'],
  ['a.pdf', bytes('\x00\x01\x02'), 'application/octet-stream'],
  ['a', bytes('\x89PNG\r\n\x1a\n\x00'), 'image/png'],
  ['a.gif', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
  ['a.gif', bytes('GIF87a'), 'image/gif'],
  ['a.gif', bytes('GIF89b'), 'text/plain'],
  ['a.jpg', bytes('RIFF\x10\x00\x00\x00WEBPVP8 '), 'image/webp'],
  ['a.wav', bytes('RIFF\x10\x00\x00\x00WAVEfmt '), 'audio/wav'],
  ['a.docx', zip, `${OOXML}.wordprocessingml.document`],
  ['a.XLSX', zip, `${OOXML}.spreadsheetml.sheet`],
  ['a.pptx', zip, `${OOXML}.presentationml.presentation`],
  ['a.ppsx', zip, `${OOXML}.presentationml.slideshow`],
  ['a.pps', compound, 'application/vnd.ms-powerpoint'],
  ['a.pdf', zip, 'application/zip'],
  ['a.html', zip, 'application/zip'],
  ['a.doc', compound, 'application/msword'],
  ['a.exe', compound, 'application/x-cfb'],
  ['a.docx', bytes('not packed'), 'text/plain'],
  ['a.mp4', bytes('\x00\x00\x00\x18ftypmp42'), 'video/mp4'],
  ['a.heic', bytes('\x00\x00\x00\x18ftypheic'), 'image/heic'],
  ['a.webm', bytes('\x1aE\xdf\xa3'), 'video/webm'],
  ['a.dcm', Buffer.concat([Buffer.alloc(128), bytes('DICM')]), 'application/dicom'],
  ['a.tar', Buffer.concat([Buffer.alloc(257), bytes('ustar')]), 'application/x-tar'],
  ['a.txt', Buffer.from('ایک سبق'), 'text/plain'],
  ['a.txt', bytes('\xff\xfea\x00'), 'text/plain'],
  ['a.csv', bytes('Name;Größe\r\n'), 'text/csv'],
  ['a.HTM', bytes('<p>'), 'text/html'],
  ['a.svg', bytes('<svg/>'), 'image/svg+xml'],
  ['a.constructor', bytes('x'), 'text/plain'],
  ['a.html', bytes('\x00'), 'application/octet-stream'],
])('%s by its first bytes, case %#', (name, head, type) => {
  expect(fileTypeOf(name, head)).toBe(type)
})

test.each([
  ['a.b.PDF', 'pdf'],
  ['README', ''],
  ['.htaccess', ''],
  ['a.', ''],
  ['Dr. Khan', ''],
  ['Report 1.2', ''],
  ['a.7z', '7z'],
])('the ending of %s is "%s"', (name, ending) => {
  expect(endingOf(name)).toBe(ending)
})
