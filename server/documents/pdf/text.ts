import PDFDocument from 'pdfkit'
import { lettersOf, type Piece, readsFromRight, visualPieces } from './bidi.ts'
import { type Face, Faces, type Weight } from './faces.ts'
import { type Logo, preparedLogo } from './logo.ts'

export interface Style {
  size: number
  weight: Weight
  colour: string
}

/** A line of a text, read from the side from which the whole text is. */
export interface Line {
  text: string
  isFromRight: boolean
}

export const lineOf = (text: string): Line => ({ text, isFromRight: readsFromRight(text) })

/** The distance of the letters' foot from the top of a line, as a part of their size. */
const BASELINE = 1.07
/** The distance from one line to the next, as a part of the letters' size. */
const LINE = 1.4
export const lineHeight = ({ size }: Style) => size * LINE

/** A word of more letters is not measured as a whole. */
const LONG_WORD = 60
/** Letters that may be set before what the library keeps of them is forgotten: some 20 MB. */
const KEPT_LETTERS = 40_000

/** A piece of a line in one font. */
type SetPiece = Piece & { face: Face }

/** A picture as the library opens it; its types leave this out. */
interface OpenedPicture {
  width: number
  height: number
  /** The way up of a photograph, as EXIF tells it. */
  orientation?: number
}

export interface OpenedLogo {
  picture: PDFKit.Mixins.ImageSrc
  width: number
  height: number
}

/** A photograph may say that it lies on its side. */
const uprightSides = ({ width, height, orientation = 1 }: OpenedPicture) =>
  orientation > 4 ? { width: height, height: width } : { width, height }

/** A document that sets text line by line, in whatever script; nothing is wrapped or ordered by the library. */
export class Paper {
  readonly doc: PDFKit.PDFDocument
  private readonly faces: Faces
  private lettersSet = 0
  private readonly logos = new Map<string, OpenedLogo | undefined>()

  constructor(options: PDFKit.PDFDocumentOptions) {
    this.doc = new PDFDocument({ ...options, autoFirstPage: false, pdfVersion: '1.7', lang: 'en' })
    this.faces = new Faces(this.doc)
  }

  /** Returns a logo, of which the file has one copy; nothing of one that cannot be drawn. */
  openLogo(logo: Logo): OpenedLogo | undefined {
    const { digest } = logo
    if (!this.logos.has(digest)) {
      try {
        const { doc } = this as unknown as { doc: { openImage(bytes: Buffer): OpenedPicture & PDFKit.Mixins.ImageSrc } }
        const picture = doc.openImage(preparedLogo(logo))
        this.logos.set(digest, { picture, ...uprightSides(picture) })
      } catch {
        this.logos.set(digest, undefined)
      }
    }
    return this.logos.get(digest)
  }

  /** A line as it is drawn, in pieces of one font. */
  private piecesOf(text: string, isFromRight?: boolean): SetPiece[] {
    return visualPieces(text, isFromRight).flatMap((piece): SetPiece[] =>
      piece.isArabic
        ? [{ ...piece, face: 'arabic' }]
        : this.faces.runsOf(piece.text).map((run) => ({ ...piece, ...run })),
    )
  }

  private use({ size, weight }: Style, { face, text }: SetPiece): void {
    this.doc.font(`${weight}-${face}`).fontSize(size)
    this.lettersSet += text.length
    if (this.lettersSet > KEPT_LETTERS) this.forget()
  }

  /** The library keeps how each word was set until the document ends: with long texts the memory would not do. */
  private forget(): void {
    this.lettersSet = 0
    const { _fontFamilies } = this.doc as unknown as { _fontFamilies: Record<string, { layoutCache: object }> }
    for (const font of Object.values(_fontFamilies)) font.layoutCache = Object.create(null)
  }

  private widthOfPiece(piece: SetPiece, style: Style): number {
    this.use(style, piece)
    return this.doc.widthOfString(piece.text)
  }

  widthOf(text: string, style: Style): number {
    return this.piecesOf(text).reduce((width, piece) => width + this.widthOfPiece(piece, style), 0)
  }

  /** The text in lines that fit a width; a word that is wider is broken. Each paragraph is read from its own side. */
  linesOf(text: string, style: Style, width: number, isFromLeft = false): Line[] {
    return text.split('\n').flatMap((paragraph) => {
      const isFromRight = !isFromLeft && readsFromRight(paragraph)
      return this.wrapped(paragraph, style, width).map((line) => ({ text: line, isFromRight }))
    })
  }

  /** The width of a word and the space behind it, measured as it is drawn: the library then sets it once. */
  private widthWithSpace(word: string, style: Style, isLast: boolean): number {
    if (word.length > LONG_WORD) return Number.POSITIVE_INFINITY
    return isLast ? this.widthOf(word, style) + this.widthOf(' ', style) : this.widthOf(`${word} `, style)
  }

  private wrapped(paragraph: string, style: Style, width: number): string[] {
    const space = this.widthOf(' ', style)
    const words = paragraph.trim().split(/\s+/)
    const lines: string[] = []
    let line = ''
    let filled = 0
    for (const [index, word] of words.entries()) {
      const spaced = this.widthWithSpace(word, style, index === words.length - 1)
      if (line !== '' && filled + spaced - space <= width) {
        line += ` ${word}`
        filled += spaced
        continue
      }
      if (line !== '') lines.push(line)
      line = word
      filled = spaced
      if (spaced - space > width) {
        lines.push(...this.partsOf(word, style, width))
        line = lines.pop() ?? ''
        filled = this.widthOf(line, style) + space
      }
    }
    return [...lines, line]
  }

  /** A word in parts that fit a width, of one letter at the least. */
  private partsOf(word: string, style: Style, width: number): string[] {
    const parts: string[] = []
    let count = LONG_WORD
    for (let letters = lettersOf(word); letters.length > 0; letters = letters.slice(count)) {
      count = this.countThatFits(letters, count, style, width)
      parts.push(letters.slice(0, count).join(''))
    }
    return parts
  }

  /**
   * Returns the number of a word's first letters that fit: guessed, measured, and guessed again from that. To measure
   * all that is left of a long word for each of its lines would take time and memory by the square of its length.
   */
  private countThatFits(letters: readonly string[], guess: number, style: Style, width: number): number {
    let fits = 1
    let tooMany = letters.length + 1
    let count = Math.min(guess, letters.length)
    while (tooMany - fits > 1) {
      const wide = this.widthOf(letters.slice(0, count).join(''), style)
      const better = Math.floor((count * width) / wide)
      if (wide > width) tooMany = count
      else if (better === count) return count
      else fits = count
      count = Math.min(Math.max(better, fits + 1), tooMany - 1)
    }
    return fits
  }

  /** Draws one line below `y`: from `x` to the right, or, read from the right or `toRight`, ending at `x + width`. */
  draw({ text, isFromRight }: Line, style: Style, x: number, y: number, width: number, toRight = false): void {
    let wide = 0
    const placed = this.piecesOf(text, isFromRight).map((piece) => {
      const before = wide
      const textWidth = this.widthOfPiece(piece, style)
      wide += textWidth
      return { ...piece, before, textWidth }
    })
    const left = toRight || isFromRight ? x + width - wide : x
    this.doc.fillColor(style.colour)
    // Written in the order in which they are read, for readers that go by it. Their words are not given once more as
    // /ActualText: a reader that turns right-to-left letters round would turn those too.
    const isReordered = placed.length > 1
    if (isReordered) this.doc.markContent('Span')
    for (const piece of placed.sort((a, b) => a.order - b.order)) {
      this.use(style, piece)
      const { textWidth } = piece
      const options = { lineBreak: false, baseline: 'alphabetic', textWidth } as const
      this.doc.text(piece.text, left + piece.before, y + style.size * BASELINE, options)
    }
    if (isReordered) this.doc.endMarkedContent()
  }
}
