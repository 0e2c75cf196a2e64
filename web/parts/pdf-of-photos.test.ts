import { decodePDFRawStream, type PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { toldJpeg } from '../../server/testing/told-pictures.ts'
import { PDF_FILES } from '../../shared/files.ts'
import { lookAtFile } from './looking-at-files.ts'
import { nameOfPdf } from './pdf-name.ts'
import { pdfOfPhotos } from './pdf-of-photos.ts'

const jpeg = () => new Blob([new Uint8Array(toldJpeg())], { type: 'image/jpeg' })
const page = (width: number, height: number, turn = 0) => ({ jpeg: jpeg(), width, height, turn })

const PAGES = [page(1350, 1800), page(1800, 1350), page(1350, 1800, 90), page(1800, 1350, 270), page(900, 900, 180)]

const isJpeg = (dict: PDFDict) => dict.get(PDFName.of('Filter')) === PDFName.of('DCTDecode')

async function streamsOf(bytes: Uint8Array): Promise<PDFRawStream[]> {
  const { context } = await PDFDocument.load(bytes)
  const objects = context.enumerateIndirectObjects().map(([, object]) => object)
  return objects.filter((one) => one instanceof PDFRawStream)
}

test('a page for each picture, in their order, as wide as A4 and of the picture’s proportions as it is turned', async () => {
  const pdf = await PDFDocument.load(await pdfOfPhotos('Case history', PAGES))
  const shown = pdf.getPages().map((one) => {
    const { width, height } = one.getSize()
    const turn = one.getRotation().angle
    return [...(turn % 180 === 0 ? [width, height] : [height, width]).map(Math.round), turn]
  })
  expect(shown).toEqual([
    [595, 794, 0],
    [595, 446, 0],
    [595, 446, 90],
    [595, 794, 270],
    [595, 595, 180],
  ])
  expect(pdf.getTitle()).toBe('Case history')
})

test('the pictures are in it byte for byte, and little beside them', async () => {
  const bytes = await pdfOfPhotos('Case history', PAGES)
  const pictures = (await streamsOf(bytes)).filter(({ dict }) => isJpeg(dict))
  expect(pictures.map(({ contents }) => Buffer.from(contents).equals(toldJpeg()))).toEqual(PAGES.map(() => true))
  expect(bytes.length - PAGES.length * toldJpeg().length).toBeLessThan(1000 * (PAGES.length + 1))
})

test('it is taken as a chosen PDF is, and each page draws its picture', async () => {
  const bytes = await pdfOfPhotos('Case history', PAGES)
  const file = new File([bytes], 'Case history.pdf', { type: 'application/pdf' })
  expect(await lookAtFile(file, PDF_FILES)).toEqual({})
  // Without the reader of odd PDFs: its end and its pages stand in plain sight.
  const text = Buffer.from(bytes).toString('latin1')
  expect(text).toMatch(/startxref\s+\d+\s+%%EOF\s*$/)
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(PAGES.length)
  const drawn = (await streamsOf(bytes))
    .filter(({ dict }) => !isJpeg(dict))
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString())
    .map((operators) => operators.match(/\b[1-9][\d.]+ 0 0 [1-9][\d.]+ 0 0 cm|\bDo\b/g))
  expect(drawn).toHaveLength(PAGES.length)
  expect(drawn[1]).toEqual([expect.stringMatching(/^595\.28 0 0 446\.46\d* 0 0 cm$/), 'Do'])
  expect(drawn.map((operators) => operators?.at(-1))).toEqual(PAGES.map(() => 'Do'))
})

test('what is no JPEG is refused', async () => {
  const odd = { ...page(1, 1), jpeg: new Blob(['text']) }
  await expect(pdfOfPhotos('Case history', [odd])).rejects.toThrow()
})

test.each([
  ['History taking', [], 'History taking.pdf'],
  ['History taking: chest pain / "day 2"', [], 'History taking chest pain day 2.pdf'],
  ['History taking', ['history TAKING.pdf'], 'History taking (2).pdf'],
  ['History taking', ['History taking.pdf', 'History taking (2).pdf'], 'History taking (3).pdf'],
  ['معائنہ', [], 'معائنہ.pdf'],
  ['..\\..', [], 'Photos.pdf'],
  ['Report 1.2', [], 'Report 1.2.pdf'],
  ['x'.repeat(300), [], `${'x'.repeat(100)}.pdf`],
])('a PDF is called after its task and by no name of another file, case %#', (title, taken, name) => {
  expect(nameOfPdf(title, taken)).toBe(name)
})
