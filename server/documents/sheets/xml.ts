import { SaxesParser } from 'saxes'

export interface Tag {
  /** The name without its prefix. */
  name: string
  attributes: Record<string, string>
}

/** Called while a part is read; an error that one throws ends the reading. */
export interface XmlReader {
  open?(tag: Tag): void
  close?(name: string): void
  text?(text: string): void
}

const CHUNK = 64 * 1024
/** Tags within tags: a workbook needs ten. */
const DEPTH_MAX = 100

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML from its first byte to its last, in one pass and without keeping it. Entities of its own it does not know.
 * @throws when it is not well-formed or nested beyond reason
 */
export function readXml(bytes: Buffer, reader: XmlReader): void {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_MAX) throw new Error('Nested too deeply')
    reader.open?.({ name: localName(name), attributes })
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    reader.close?.(localName(name))
  })
  if (reader.text) {
    const { text } = reader
    parser.on('text', (piece) => text.call(reader, piece))
    parser.on('cdata', (piece) => text.call(reader, piece))
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += CHUNK)
    parser.write(decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true }))
  parser.write(decoder.decode())
  parser.close()
}
