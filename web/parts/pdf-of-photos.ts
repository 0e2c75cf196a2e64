import { degrees, PDFDocument } from '@cantoo/pdf-lib'

/** The width of A4 in points. All pages have it, so that none is read in another size than those beside it. */
const PAGE_WIDTH = 595.28

interface Page {
  jpeg: Blob
  width: number
  height: number
  /** Degrees by which the page is turned clockwise. */
  turn: number
}

/** Makes a PDF with a page for each picture, of the picture's proportions. The pictures' bytes stay as they are. */
export async function pdfOfPhotos(title: string, pages: readonly Page[]): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  for (const { jpeg, width, height, turn } of pages) {
    const picture = await pdf.embedJpg(await jpeg.arrayBuffer())
    const scale = PAGE_WIDTH / (turn % 180 === 0 ? width : height)
    const page = pdf.addPage([width * scale, height * scale])
    page.drawImage(picture, { x: 0, y: 0, width: width * scale, height: height * scale })
    page.setRotation(degrees(turn))
  }
  // Its parts stand in plain sight, so that nobody needs the reader of odd PDFs to see that it is whole.
  return new Uint8Array(await pdf.save({ useObjectStreams: false }))
}
