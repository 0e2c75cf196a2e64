import { UnreadableSheet } from './lines.ts'

/** Bytes that show how the letters of a file are written. */
const LOOKED_AT = 4_096

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** UTF-16 has a zero beside every ASCII character, on one side (few others have one elsewhere); UTF-8 has none. */
function withoutMark(bytes: Buffer): Encoding {
  const first = bytes.subarray(0, LOOKED_AT)
  let [even, odd] = [0, 0]
  first.forEach((byte, index) => {
    if (byte !== 0) return
    if (index % 2 === 0) even += 1
    else odd += 1
  })
  const most = Math.max(even, odd)
  const isMany = most > 0 && most * 4 >= first.length / 2
  if (!isMany || Math.min(even, odd) * 4 > most) return 'utf-8'
  return odd > even ? 'utf-16le' : 'utf-16be'
}

function markOf(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

const lineAt = (text: string, index: number) => text.slice(0, index).split(/\r\n|\n|\r/).length

function decoded(bytes: Buffer, encoding: Encoding): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const text = new TextDecoder(encoding).decode(bytes)
    const line = lineAt(text, text.indexOf('\uFFFD'))
    throw new UnreadableSheet(`Line ${line}: the file is not UTF-8 text. Save it as "CSV UTF-8" or XLSX.`)
  }
}

/**
 * Returns the text of a file and whether it was read as UTF-16 without saying so itself.
 * @throws UnreadableSheet with the line of what is no text
 */
export function textOf(bytes: Buffer): { text: string; isGuessed: boolean } {
  const mark = markOf(bytes)
  const encoding = mark ?? withoutMark(bytes)
  const text = decoded(bytes, encoding)
  const zero = text.indexOf('\0')
  if (zero < 0) return { text, isGuessed: mark === undefined && encoding !== 'utf-8' }
  throw new UnreadableSheet(
    `Line ${lineAt(text, zero)}: there is a NUL, which is no character of a text. Save the file again as "CSV UTF-8" or XLSX.`,
  )
}
