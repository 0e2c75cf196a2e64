import { crc32, deflateSync } from 'node:zlib'
import { dump, TagValues } from 'piexif-ts'

/** The people and places that the files below name. */
export const AUTHOR = 'Amina Khan'
export const PLACE = 'Mayo Hospital Lahore'
export const TAKEN = '2026:01:02 03:04:05'

const { ImageIFD, ExifIFD, GPSIFD } = TagValues
const exif = dump({
  '0th': { [ImageIFD.Artist]: AUTHOR, [ImageIFD.Orientation]: 6, [ImageIFD.ImageDescription]: PLACE },
  Exif: { [ExifIFD.DateTimeOriginal]: TAKEN, [ExifIFD.CameraOwnerName]: AUTHOR },
  GPS: {
    [GPSIFD.GPSLatitudeRef]: 'N',
    [GPSIFD.GPSLatitude]: [
      [31, 1],
      [34, 1],
      [0, 1],
    ],
  },
})
const latin1 = (text: string) => Buffer.from(text, 'latin1')

function segment(marker: number, body: string | Buffer): Buffer {
  const bytes = typeof body === 'string' ? latin1(body) : body
  const length = bytes.length + 2
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), bytes])
}

/** As it is drawn: tables, a frame of 2 × 1 pixels, lines with a stuffed byte and a restart. */
export const DRAWN = Buffer.concat([
  segment(0xdb, Buffer.alloc(65, 1)),
  segment(0xc0, Buffer.from([8, 0, 1, 0, 2, 1, 1, 0x11, 0])),
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
])

/** A JPEG that names its author and place in every way that programs know. */
export const toldJpeg = () =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0'),
    segment(0xe1, exif),
    segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<dc:creator>${AUTHOR}</dc:creator>`),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01colours'),
    segment(0xed, `Photoshop 3.0\x008BIM\x04\x04 ${AUTHOR} ${PLACE}`),
    segment(0xfe, `by ${AUTHOR}`),
    DRAWN,
    Buffer.from([0xff, 0xd9]),
    latin1(`behind its end: ${PLACE}`),
  ])

function chunk(type: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([latin1(type), data])
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of one grey pixel that does the same. */
export const toldPng = () =>
  Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    chunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
    chunk('tEXt', latin1(`Author\0${AUTHOR}`)),
    chunk('iTXt', latin1(`Comment\0\0\0\0\0${PLACE}`)),
    chunk('eXIf', latin1(exif.slice(6))),
    chunk('IDAT', deflateSync(Buffer.from([0, 99]))),
    chunk('IEND', Buffer.alloc(0)),
    latin1(`behind its end: ${PLACE}`),
  ])
