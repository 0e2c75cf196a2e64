import { type FilesAllowed, HEAD_BYTES, isPdf, unreadableText } from '../../shared/files.ts'
import { whyUnreadable } from '../../shared/reading-pdf.ts'

/** The problem with a file's content. */
interface Finding {
  /** The reason why the file is not sent. */
  refused?: string
  /** The warning before the file is sent. */
  told?: string
}

/** Returns the bytes, or nothing when the file can't be read: sending it will fail visibly. */
const bytesOf = (part: Blob) =>
  part.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  )

/**
 * Returns true for a PDF that is surely fine: it has its end, its table of parts at the told place, a page, and no
 * password. All others need the reader, which weighs as much as all screens and is seldom needed.
 */
function isSurelyFine(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes)
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text.slice(-HEAD_BYTES))?.[1])
  return (
    /^\s*(?:xref|\d+ \d+ obj)/.test(text.slice(start + text.indexOf('%PDF-')).slice(0, 40)) &&
    /\/Type\s*\/(?:Page|ObjStm)\b/.test(text) &&
    !text.includes('/Encrypt')
  )
}

/** Returns why a PDF is unreadable. Without the reader (offline, in an old browser) only the server tells it. */
async function lookAtPdf(bytes: Uint8Array) {
  if (isSurelyFine(bytes)) return undefined
  const { getDocument } = await import('unpdf/pdfjs')
  return whyUnreadable(getDocument, bytes)
}

/** Looks at the content of a chosen file, by the rules of the server. */
export async function lookAtFile(file: File, allowed: FilesAllowed): Promise<Finding> {
  const { name, size } = file
  const head = await bytesOf(file.slice(0, HEAD_BYTES))
  if (!head) return {}
  if (!allowed.isKind(name, head)) return { refused: allowed.wrongContent?.(name, head) ?? allowed.wrongKind(name) }
  if (!allowed.unreadable || !isPdf(name, head) || size > allowed.maxBytes) return {}
  const bytes = await bytesOf(file)
  const why = bytes && (await lookAtPdf(bytes).catch(() => undefined))
  if (!why) return {}
  const text = unreadableText(name, why)
  return allowed.unreadable === 'refused' ? { refused: text } : { told: `${text} It is sent all the same.` }
}
