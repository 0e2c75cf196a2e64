import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { readsFromRight, visualPieces } from './bidi.ts'

type Weight = 'regular' | 'bold'

const find = createRequire(import.meta.url).resolve
const LATIN = '@expo-google-fonts/noto-sans'
/** Read once a thread; a document takes only the glyphs it uses. */
const fonts = {
  'regular-plain': readFileSync(find(`${LATIN}/400Regular/NotoSans_400Regular.ttf`)),
  'bold-plain': readFileSync(find(`${LATIN}/600SemiBold/NotoSans_600SemiBold.ttf`)),
  'regular-arabic': readFileSync(find('vazirmatn/fonts/ttf/Vazirmatn-Regular.ttf')),
  'bold-arabic': readFileSync(find('vazirmatn/fonts/ttf/Vazirmatn-SemiBold.ttf')),
}

export interface Style {
  size: number
  weight: Weight
  colour: string
}

/** How far below the top of a line its letters stand, as a part of their size. */
const BASELINE = 1.07
/** From one line to the next, as a part of the letters' size. */
const LINE = 1.4
export const lineHeight = ({ size }: Style) => size * LINE

/** A document that sets text line by line, in whatever script; nothing is wrapped or ordered by the library. */
export class Paper {
  readonly doc: PDFKit.PDFDocument

  constructor(options: PDFKit.PDFDocumentOptions) {
    this.doc = new PDFDocument({ ...options, autoFirstPage: false, pdfVersion: '1.7', lang: 'en' })
    for (const [name, bytes] of Object.entries(fonts)) this.doc.registerFont(name, bytes)
  }

  private use({ size, weight }: Style, isArabic: boolean): void {
    this.doc.font(`${weight}-${isArabic ? 'arabic' : 'plain'}`).fontSize(size)
  }

  widthOf(text: string, style: Style): number {
    let width = 0
    for (const piece of visualPieces(text)) {
      this.use(style, piece.isArabic)
      width += this.doc.widthOfString(piece.text)
    }
    return width
  }

  /** The text in lines that fit a width; a word that is wider is broken. */
  linesOf(text: string, style: Style, width: number): string[] {
    return text.split('\n').flatMap((paragraph) => {
      const lines: string[] = []
      let line = ''
      for (const word of paragraph.split(/\s+/)) {
        const longer = line === '' ? word : `${line} ${word}`
        if (this.widthOf(longer, style) <= width) {
          line = longer
          continue
        }
        if (line !== '') lines.push(line)
        line = word
        while (this.widthOf(line, style) > width && line.length > 1) {
          const broken = this.headOf(line, style, width)
          lines.push(broken)
          line = line.slice(broken.length)
        }
      }
      return [...lines, line]
    })
  }

  /** As much of a word's beginning as fits, one letter at the least. */
  private headOf(word: string, style: Style, width: number): string {
    const letters = Array.from(word)
    let count = 1
    while (count < letters.length && this.widthOf(letters.slice(0, count + 1).join(''), style) <= width) count += 1
    return letters.slice(0, count).join('')
  }

  /** Draws one line below `y`: from `x` to the right, or, read from the right or `toRight`, ending at `x + width`. */
  draw(line: string, style: Style, x: number, y: number, width: number, toRight = false): void {
    const isFromRight = readsFromRight(line)
    let at = toRight || isFromRight ? x + width - this.widthOf(line, style) : x
    const placed = visualPieces(line).map((piece) => {
      const from = at
      this.use(style, piece.isArabic)
      at += this.doc.widthOfString(piece.text)
      return { ...piece, from }
    })
    this.doc.fillColor(style.colour)
    // Written in the order in which they are read, for readers that go by it. Their words are not given once more as
    // /ActualText: a reader that turns right-to-left letters round would turn those too.
    const isReordered = placed.length > 1
    if (isReordered) this.doc.markContent('Span')
    for (const piece of placed.sort((a, b) => a.order - b.order)) {
      this.use(style, piece.isArabic)
      this.doc.text(piece.text, piece.from, y + style.size * BASELINE, { lineBreak: false, baseline: 'alphabetic' })
    }
    if (isReordered) this.doc.endMarkedContent()
  }
}
