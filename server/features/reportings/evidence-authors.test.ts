import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { load, TagValues } from 'piexif-ts'
import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { entriesOf, entryForm, filed, staffIdOf } from '../../testing/reportings.ts'
import { AUTHOR, DRAWN, PLACE, TAKEN, toldJpeg, toldPng } from '../../testing/told-pictures.ts'

const { at, faculty, wards, student } = await furnished()

/** A page of a photo and a line of text, whose author is named by the file and its photo. */
async function toldPdf(options: object = {}) {
  const pdf = new PDFDocument({ info: { Author: AUTHOR, Title: PLACE }, compress: false, ...options })
  pdf
    .image(toldJpeg(), 0, 0)
    .text('Seen at nine')
    .note(10, 10, 20, 20, 'A note', { T: new String(AUTHOR) } as object)
  pdf.end()
  return buffer(pdf)
}

/** The same, with its photo packed once more, and a layer that says who has drawn it. */
async function packedPdf() {
  const { PDFDocument: Pdf, PDFName, PDFRawStream, PDFString } = await import('@cantoo/pdf-lib')
  const pdf = await Pdf.load(await toldPdf(), { updateMetadata: false })
  const { context, catalog } = pdf
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.dict.get(PDFName.of('Filter')) !== PDFName.of('DCTDecode')) continue
    object.dict.set(PDFName.of('Filter'), context.obj(['ASCIIHexDecode', 'DCTDecode']))
    const hex = Buffer.from(`${Buffer.from(object.contents).toString('hex')}>`)
    context.assign(ref, PDFRawStream.of(object.dict, new Uint8Array(hex)))
  }
  const usage = {
    CreatorInfo: { Creator: PDFString.of(AUTHOR), Subtype: 'Artwork' },
    User: { Name: PDFString.of(PLACE) },
  }
  const layer = context.register(context.obj({ Type: 'OCG', Name: PDFString.of('Layer'), Usage: usage }))
  catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: [layer], D: { Order: [layer] } }))
  return Buffer.from(await pdf.save({ useObjectStreams: false }))
}

const withUpdate = (pdf: Buffer) =>
  Buffer.concat([pdf, Buffer.from(`\n90 0 obj\n(${AUTHOR})\nendobj\nstartxref\n0\n%%EOF\n`)])

/** A file that a reporter adds to a case, as the student whom it is about is given it. */
async function sentAndGiven(name: string, content: Buffer) {
  const concerned = await student(wards)
  const { id } = await filed(faculty, { student_id: concerned.id, assigned_to: await staffIdOf(at, faculty) })
  const path = `/reportings/${id}/entries`
  const { status, body } = await faculty.upload(path, entryForm('See this', { name, content: new Uint8Array(content) }))
  expect([status, body.errors]).toEqual([201, undefined])
  const { raw } = await concerned.caller.get(`${path}/${body.data.id}/files/${name}`)
  const [told] = (await entriesOf(concerned.caller, id)).at(-1).files
  const sha256 = createHash('sha256').update(raw).digest('hex')
  expect(told).toMatchObject({ size: raw.length, sha256 })
  const [row] = await at.trailOf('reporting', id)
  expect(row.changes.evidence[1]).toEqual([{ name, sha256 }])
  return raw
}

/** Every way in which a PDF or a picture writes a text. */
const says = (file: Buffer, text: string) =>
  [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(text, 'utf16le').swap16(),
    Buffer.from(text).toString('hex'),
  ].some(
    (written) =>
      file.includes(written) || file.toString('latin1').toUpperCase().includes(written.toString('hex').toUpperCase()),
  )

test.each<[name: string, content: Buffer]>([
  ['a.jpg', toldJpeg()],
  ['a.png', toldPng()],
  ['a.pdf', await toldPdf()],
  ['updated.pdf', withUpdate(await toldPdf())],
  ['packed.pdf', await packedPdf()],
])('%s is given out without its author and place, as it is told to be', async (name, content) => {
  expect(says(content, AUTHOR) && says(content, PLACE)).toBe(true)
  const given = await sentAndGiven(name, content)
  expect([says(given, AUTHOR), says(given, PLACE)]).toEqual([false, false])
})

test('a JPEG keeps what it is drawn by, which way it is up, and when it was taken', async () => {
  const given = await sentAndGiven('a.jpg', toldJpeg())
  expect(given.subarray(-DRAWN.length - 2)).toEqual(Buffer.concat([DRAWN, Buffer.from([0xff, 0xd9])]))
  expect(given.includes('JFIF\0') && given.includes('ICC_PROFILE\0')).toBe(true)
  const exif = load(given.toString('latin1'))
  expect(exif['0th']?.[TagValues.ImageIFD.Orientation]).toBe(6)
  expect(exif.Exif?.[TagValues.ExifIFD.DateTimeOriginal]).toBe(TAKEN)
  expect(Object.keys(exif.GPS ?? {})).toEqual([])
})

test('a PNG keeps its pixels and colours, and which way it is up', async () => {
  const given = (await sentAndGiven('a.png', toldPng())).toString('latin1')
  expect([...given.matchAll(/IHDR|gAMA|eXIf|IDAT|IEND/g)].map(String)).toEqual(['IHDR', 'gAMA', 'eXIf', 'IDAT', 'IEND'])
  expect(given).not.toContain('tEXt')
})

test('a PDF keeps its pages and when it was made', async () => {
  const { PDFDocument: Pdf } = await import('@cantoo/pdf-lib')
  const pdf = await Pdf.load(await sentAndGiven('a.pdf', await toldPdf()), { updateMetadata: false })
  expect([pdf.getPageCount(), pdf.getAuthor(), pdf.getTitle()]).toEqual([1, undefined, undefined])
  expect(pdf.getCreationDate()?.getFullYear()).toBe(new Date().getFullYear())
})

test.each<[what: string, name: string, content: Buffer]>([
  ['a text', 'a.txt', Buffer.from(`by ${AUTHOR}`)],
  ['a PDF with a password', 'a.pdf', await toldPdf({ userPassword: 'a', ownerPassword: 'b' })],
  [
    'a signed PDF',
    'a.pdf',
    Buffer.from((await toldPdf()).toString('latin1').replace('/Contents (A note)', '/ByteRange [0 1 2 3]'), 'latin1'),
  ],
  ['a damaged JPEG', 'a.jpg', toldJpeg().subarray(0, 40)],
  ['a damaged PNG', 'a.png', toldPng().subarray(0, 60)],
  ['a header of a PDF', 'a.pdf', Buffer.from('%PDF-1.4\n')],
])('%s stays byte for byte, as the form says', async (_what, name, content) => {
  expect((await sentAndGiven(name, content)).equals(content)).toBe(true)
})
