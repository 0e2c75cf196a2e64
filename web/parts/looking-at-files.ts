import { type FilesAllowed, HEAD_BYTES, isPdf, unreadableText } from '../../shared/files.ts'
import { SUBMISSION_FILE_MAX_BYTES } from '../../shared/limits.ts'
import { whyUnreadable } from '../../shared/reading-pdf.ts'

/** What a file's content says against it. */
interface Finding {
  /** Why it is not sent. */
  refused?: string
  /** What to know of it before it is sent. */
  told?: string
}

/** Nothing where the file can't be read; sending it will say so. */
const bytesOf = (part: Blob) =>
  part.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  )

/**
 * Whether a PDF is surely fine: it ends as one that was written to its end, the table of its parts stands where it says,
 * it has a page, and no password. The reader of all others, which weighs as much as all screens, is seldom needed.
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

/** The server looks again: without the reader, offline or in an old browser, the file is only told later. */
async function lookAtPdf(bytes: Uint8Array) {
  if (isSurelyFine(bytes)) return undefined
  const { getDocument } = await import('unpdf/pdfjs')
  return whyUnreadable(getDocument, bytes)
}

/** Looks at what is in a chosen file, by the rules by which the server takes it. */
export async function lookAtFile(file: File, allowed: FilesAllowed): Promise<Finding> {
  const { name, size } = file
  const head = await bytesOf(file.slice(0, HEAD_BYTES))
  if (!head) return {}
  if (!allowed.isKind(name, head)) return { refused: allowed.wrongContent ?? allowed.wrongKind(name) }
  if (!allowed.unreadable || !isPdf(name, head) || size > SUBMISSION_FILE_MAX_BYTES) return {}
  const bytes = await bytesOf(file)
  const why = bytes && (await lookAtPdf(bytes).catch(() => undefined))
  if (!why) return {}
  const text = unreadableText(name, why)
  return allowed.unreadable === 'refused' ? { refused: text } : { told: `${text} It is sent all the same.` }
}
