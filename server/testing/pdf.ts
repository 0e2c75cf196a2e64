import { inflateSync } from 'node:zlib'

interface Line {
  /** As somebody copies it. */
  text: string
  /** What its glyphs stand for, from left to right. */
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

/** What each glyph number of a font stands for. */
function meaningsOf(objects: Map<number, PdfObject>, font: number): Map<number, string> {
  const cmap = objects.get(referenced(objects.get(font)?.dictionary, 'ToUnicode'))?.stream ?? ''
  const meanings = new Map<number, string>()
  for (const [, first = '', entries = ''] of cmap.matchAll(/<(\w+)> <\w+> \[(.*)\]/g))
    for (const [index, [, hex = '']] of [...entries.matchAll(/<([\w ]*)>/g)].entries())
      meanings.set(Number.parseInt(first, 16) + index, utf16(hex))
  return meanings
}

const literal = (text: string) => {
  const bytes = text.replace(
    /\\([nrtbf\\()])/g,
    (_, sign: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[sign] ?? sign,
  )
  return bytes.startsWith('\xfe\xff') ? utf16(Buffer.from(bytes.slice(2), 'latin1').toString('hex')) : bytes
}

const TOKENS = /ActualText \(((?:\\[\s\S]|[^\\)])*)\)|(EMC)|1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) \S+ Tf|\[([^\]]*)\] TJ/g

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
    const drawn: { x: number; y: number; text: string; glyphs: string }[] = []
    let at = { x: 0, y: 0 }
    let font: Map<number, string> | undefined
    let actual: string | undefined
    for (const [, span, end, x, y, name, glyphs] of objects
      .get(referenced(dictionary, 'Contents'))
      ?.stream.matchAll(TOKENS) ?? []) {
      if (span !== undefined) actual = literal(span)
      else if (end) actual = undefined
      else if (x !== undefined) at = { x: Number(x), y: 841.89 - Number(y) }
      else if (name !== undefined) font = fonts.get(name)
      else {
        const codes = [...(glyphs ?? '').matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        const meaning = codes.map((code) => font?.get(Number.parseInt(code, 16)) ?? '\ufffd').join('')
        drawn.push({ ...at, text: actual ?? meaning, glyphs: meaning })
        // What is said for a whole span is said once.
        if (actual !== undefined) actual = ''
      }
    }
    const lines = Map.groupBy(drawn, ({ y }) => Math.round(y))
    return [...lines]
      .sort(([a], [b]) => a - b)
      .map(([, parts]) => {
        parts.sort((a, b) => a.x - b.x)
        const texts = parts.map(({ text }) => text).filter((text) => text !== '')
        return { text: texts.join(' | '), glyphs: parts.map(({ glyphs }) => glyphs).join('') }
      })
  })
}
