import {
  EVIDENCE_FILE_MAX_BYTES,
  EVIDENCE_FILES_MAX,
  IMPORT_FILE_MAX_BYTES,
  LEAVE_FILE_MAX_BYTES,
  LIBRARY_FILE_MAX_BYTES,
  SUBMISSION_FILE_MAX_BYTES,
  SUBMISSION_FILES_MAX,
} from './limits.ts'

/** What a form may carry as files, and what a person reads when it does not: the same in the browser and on the server. */
export interface FilesAllowed {
  /** The form's field. */
  field: string
  most: number
  maxBytes: number
  ending: RegExp
  /** Whether it is such a file by its name and its first bytes, which the server looks at. */
  isKind(name: string, head: Uint8Array): boolean
  /** What a browser may say of such a file; some systems know no type, and the server looks at the content. */
  types?: readonly string[]
  tooMany: string
  tooLarge(name: string): string
  /** Of a file without a byte, where every kind may be sent. */
  empty?(name: string): string
  /** Of a file with another ending or type. */
  wrongKind(name: string): string
  /** What the server says of it instead, which may be of another kind than its name tells. */
  wrongContent?: string
}

/** Bytes as characters of the same numbers. */
const textOf = (bytes: Uint8Array) => String.fromCharCode(...bytes)

const tooLargeFor = (maxBytes: number) => (name: string) =>
  `File "${name}" is too large. Maximum size is ${maxBytes / 1024 / 1024}MB.`

export const NO_FILE = 'Please upload a PDF file'

export const PDF_FILES: FilesAllowed = {
  field: 'files',
  most: SUBMISSION_FILES_MAX,
  maxBytes: SUBMISSION_FILE_MAX_BYTES,
  ending: /\.pdf$/i,
  // A PDF says so in its first bytes; some writers put a line before it.
  isKind: (name, head) => /\.pdf$/i.test(name) && textOf(head).includes('%PDF-'),
  types: ['application/pdf', ''],
  tooMany: `At most ${SUBMISSION_FILES_MAX} files can be uploaded`,
  tooLarge: tooLargeFor(SUBMISSION_FILE_MAX_BYTES),
  wrongKind: (name) => `File "${name}" is not a PDF. Only PDF files are allowed.`,
}

export const SHEET_FILE: FilesAllowed = {
  field: 'file',
  most: 1,
  maxBytes: IMPORT_FILE_MAX_BYTES,
  ending: /\.(?:csv|xlsx)$/i,
  tooMany: 'Choose one file',
  tooLarge: tooLargeFor(IMPORT_FILE_MAX_BYTES),
  // A workbook is a ZIP. Compound files are Excel's before 2007, and workbooks with a password.
  isKind: (name, head) =>
    !textOf(head).startsWith('\xd0\xcf\x11\xe0') && (textOf(head).startsWith('PK\x03\x04') || !/\.xlsx$/i.test(name)),
  wrongKind: (name) => `File "${name}" is neither CSV nor XLSX.`,
  wrongContent: 'Save the file as XLSX or CSV',
}

export const NO_LIBRARY_FILE = 'Filename is required'

/** Of any kind: what a browser would run is only ever given out to be kept. */
export const LIBRARY_FILE: FilesAllowed = {
  field: 'file',
  most: 1,
  maxBytes: LIBRARY_FILE_MAX_BYTES,
  ending: /(?:)/,
  isKind: () => true,
  tooMany: 'Choose one file',
  tooLarge: tooLargeFor(LIBRARY_FILE_MAX_BYTES),
  empty: (name) => `File "${name}" is empty. Choose a file with something in it.`,
  wrongKind: (name) => `File "${name}" cannot be sent.`,
}

/** Evidence of a case: of any kind, and only ever given out to be kept. */
export const EVIDENCE_FILES: FilesAllowed = {
  ...LIBRARY_FILE,
  field: 'files',
  most: EVIDENCE_FILES_MAX,
  maxBytes: EVIDENCE_FILE_MAX_BYTES,
  tooMany: `At most ${EVIDENCE_FILES_MAX} files can be added at once`,
  tooLarge: tooLargeFor(EVIDENCE_FILE_MAX_BYTES),
}

/** How PDF, PNG and JPEG begin. */
const CERTIFICATE_HEADS = ['%PDF-', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff']
const isWebP = (head: string) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)

/** A certificate: what a scanner or a phone's camera makes. */
export const LEAVE_FILE: FilesAllowed = {
  field: 'file',
  most: 1,
  maxBytes: LEAVE_FILE_MAX_BYTES,
  ending: /\.(?:pdf|jpe?g|png|webp)$/i,
  isKind: (_, head) => CERTIFICATE_HEADS.some((start) => textOf(head).startsWith(start)) || isWebP(textOf(head)),
  types: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', ''],
  tooMany: 'Choose one file',
  tooLarge: tooLargeFor(LEAVE_FILE_MAX_BYTES),
  wrongKind: (name) => `File "${name}" is neither a PDF nor a picture (JPEG, PNG or WebP).`,
}

/** What a browser may show in place, by the type that the server found in the file's content. */
export const SHOWN_IN_PLACE: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]

/** What keeps a chosen file from being sent. */
export function fileProblem(
  { name, type, size }: { name: string; type: string; size: number },
  allowed: FilesAllowed,
): string | undefined {
  if (!allowed.ending.test(name) || allowed.types?.includes(type) === false) return allowed.wrongKind(name)
  if (size === 0 && allowed.empty) return allowed.empty(name)
  return size > allowed.maxBytes ? allowed.tooLarge(name) : undefined
}
