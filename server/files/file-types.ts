import { endingOf, isPdf } from '../../shared/files.ts'

const UNKNOWN = 'application/octet-stream'

/** Bytes as characters of the same numbers. */
type Head = string

const at = (offset: number, bytes: string) => (head: Head) => head.startsWith(bytes, offset)
const either =
  (...tests: ((head: Head) => boolean)[]) =>
  (head: Head) =>
    tests.some((test) => test(head))

/** The types of files in one kind of container, by their ending. */
const IN_ZIP = new Map(
  Object.entries({
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ppsx: 'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
    odt: 'application/vnd.oasis.opendocument.text',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odp: 'application/vnd.oasis.opendocument.presentation',
    epub: 'application/epub+zip',
  }),
)
const IN_COMPOUND = new Map(
  Object.entries({
    doc: 'application/msword',
    xls: 'application/vnd.ms-excel',
    ppt: 'application/vnd.ms-powerpoint',
    pps: 'application/vnd.ms-powerpoint',
  }),
)
const IN_TEXT = new Map(
  Object.entries({
    csv: 'text/csv',
    md: 'text/markdown',
    css: 'text/css',
    json: 'application/json',
    htm: 'text/html',
    html: 'text/html',
    xhtml: 'application/xhtml+xml',
    svg: 'image/svg+xml',
    xml: 'application/xml',
    js: 'text/javascript',
    mjs: 'text/javascript',
  }),
)
const isBrand =
  (...brands: string[]) =>
  (head: Head) =>
    head.startsWith('ftyp', 4) && brands.some((brand) => head.startsWith(brand, 8))

/** The first that fits. A list of endings says which it is, beginning with what it is otherwise. */
const KINDS: [is: (head: Head) => boolean, type: string, endings?: Map<string, string>][] = [
  [at(0, '\x89PNG\r\n\x1a\n'), 'image/png'],
  [at(0, '\xff\xd8\xff'), 'image/jpeg'],
  [either(at(0, 'GIF87a'), at(0, 'GIF89a')), 'image/gif'],
  [(head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8), 'image/webp'],
  [(head) => head.startsWith('RIFF') && head.startsWith('WAVE', 8), 'audio/wav'],
  [(head) => head.startsWith('RIFF') && head.startsWith('AVI ', 8), 'video/x-msvideo'],
  [either(at(0, 'II*\0'), at(0, 'MM\0*')), 'image/tiff'],
  [at(128, 'DICM'), 'application/dicom'],
  [either(at(0, 'PK\x03\x04'), at(0, 'PK\x05\x06')), 'application/zip', IN_ZIP],
  [at(0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'application/x-cfb', IN_COMPOUND],
  [at(0, 'Rar!\x1a\x07'), 'application/vnd.rar'],
  [at(0, '7z\xbc\xaf\x27\x1c'), 'application/x-7z-compressed'],
  [at(0, '\x1f\x8b'), 'application/gzip'],
  [at(257, 'ustar'), 'application/x-tar'],
  [isBrand('heic', 'heix', 'mif1'), 'image/heic'],
  [isBrand('avif'), 'image/avif'],
  [isBrand('M4A '), 'audio/mp4'],
  [isBrand('qt  '), 'video/quicktime'],
  [isBrand(''), 'video/mp4'],
  [at(0, '\x1aE\xdf\xa3'), 'video/x-matroska', new Map([['webm', 'video/webm']])],
  [either(at(0, 'ID3'), at(0, '\xff\xfb'), at(0, '\xff\xf3')), 'audio/mpeg'],
  [at(0, 'OggS'), 'audio/ogg'],
  [at(0, 'fLaC'), 'audio/flac'],
  [at(0, '{\\rtf'), 'application/rtf'],
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]/
/** No control characters but those that texts have; UTF-16 says at its beginning that it is one. */
const isText = (head: Head) => /^(?:\xff\xfe|\xfe\xff)/.test(head) || !CONTROL.test(head)

/**
 * Returns the media type of a file by its first bytes, and by its ending among those that begin alike. A file that
 * neither tells is only bytes: nobody's word makes a browser show it.
 */
export function fileTypeOf(name: string, firstBytes: Uint8Array): string {
  if (isPdf(name, firstBytes)) return 'application/pdf'
  const head = Buffer.from(firstBytes).toString('latin1')
  const ending = endingOf(name)
  const [, type, endings] = KINDS.find(([is]) => is(head)) ?? []
  if (type !== undefined) return endings?.get(ending) ?? type
  return isText(head) ? (IN_TEXT.get(ending) ?? 'text/plain') : UNKNOWN
}
