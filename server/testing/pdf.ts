import { inflateSync } from 'node:zlib'

interface Line {
  /** As it is read: its parts in the order in which they are written. */
  text: string
  /** The text of its glyphs, from left to right. */
  glyphs: string
}

interface PdfObject {
  dictionary: string
  stream: string
}

function objectsOf(file: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  for (const { 1: id, index, 0: head } of file.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const from = index + head.length
    const dictionary = file.slice(from, file.slice(from).search(/\n(?:stream|endobj)\n/) + from)
    const start = from + dictionary.length + '\nstream\n'.length
    const length = /\/Length (\d+)/.exec(dictionary)?.[1]
    const raw = Buffer.from(length ? file.slice(start, start + Number(length)) : '', 'latin1')
    const stream = dictionary.includes('/FlateDecode') ? inflateSync(raw) : raw
    objects.set(Number(id), { dictionary, stream: stream.toString('latin1') })
  }
  return objects
}

const referenced = (dictionary: string | undefined, key: string) =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary ?? '')?.[1])

const utf16 = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** Returns the text that each glyph number of a font stands for. */
function meaningsOf(objects: Map<number, PdfObject>, font: number): Map<number, string> {
  const cmap = objects.get(referenced(objects.get(font)?.dictionary, 'ToUnicode'))?.stream ?? ''
  const meanings = new Map<number, string>()
  for (const [, first = '', entries = ''] of cmap.matchAll(/<(\w+)> <\w+> \[(.*)\]/g))
    for (const [index, [, hex = '']] of [...entries.matchAll(/<([\w ]*)>/g)].entries())
      meanings.set(Number.parseInt(first, 16) + index, utf16(hex))
  return meanings
}

const RIGHT_TO_LEFT = /\p{Script_Extensions=Arabic}/u

/** Letters from right to left are drawn from left to right like all others; copied, they are turned round. */
const asRead = (meanings: string[]) =>
  (RIGHT_TO_LEFT.test(meanings.join('')) ? meanings.toReversed() : meanings).join('')

const TOKENS = /(\/Span BMC)|(EMC)|(ET)\n|1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) \S+ Tf|\[([^\]]*)\] TJ/g

/** The lines of a PDF by page: what was drawn at one height, from left to right, its parts set apart by ` | `. */
export function textOfPdf(bytes: Buffer): Line[][] {
  const file = bytes.toString('latin1')
  const objects = objectsOf(file)
  const fonts = new Map<string, Map<number, string>>()
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary))
  return pages.map(({ dictionary }) => {
    const resources = objects.get(referenced(dictionary, 'Resources'))?.dictionary ?? dictionary
    for (const [, name = '', id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, meaningsOf(objects, Number(id)))
    /** `part` is the same for what belongs together. */
    const drawn: { x: number; y: number; part: number; text: string; glyphs: string }[] = []
    let at: { x: number; y: number } | undefined
    let font: Map<number, string> | undefined
    let meanings: string[] = []
    let part = 0
    let inSpan = false
    for (const [, span, spanEnd, end, x, y, name, glyphs = ''] of objects
      .get(referenced(dictionary, 'Contents'))
      ?.stream.matchAll(TOKENS) ?? []) {
      if (span || spanEnd) inSpan = span !== undefined
      else if (x !== undefined) at ??= { x: Number(x), y: 841.89 - Number(y) }
      else if (name !== undefined) font = fonts.get(name)
      else if (end === undefined) {
        // A sign above or below its letter is set on its own, within the same text.
        const codes = [...glyphs.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        meanings.push(...codes.map((code) => font?.get(Number.parseInt(code, 16)) ?? '\ufffd'))
      } else {
        if (at) drawn.push({ ...at, part, text: asRead(meanings), glyphs: meanings.join('') })
        at = undefined
        meanings = []
      }
      if (!inSpan && (end || spanEnd)) part += 1
    }
    const lines = Map.groupBy(drawn, ({ y }) => Math.round(y))
    return [...lines]
      .sort(([a], [b]) => a - b)
      .map(([, parts]) => {
        const cells = [...Map.groupBy(parts, ({ part }) => part).values()]
        cells.sort(([a], [b]) => (a?.x ?? 0) - (b?.x ?? 0))
        const texts = cells.map((cell) => cell.map(({ text }) => text).join('')).filter((text) => text !== '')
        const seen = parts.toSorted((a, b) => a.x - b.x)
        return { text: texts.join(' | '), glyphs: seen.map(({ glyphs }) => glyphs).join('') }
      })
  })
}
