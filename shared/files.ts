import {
  ANNOUNCEMENT_FILE_MAX_BYTES,
  EVIDENCE_FILE_MAX_BYTES,
  EVIDENCE_FILES_MAX,
  LEAVE_FILE_MAX_BYTES,
  LIBRARY_FILE_MAX_BYTES,
  LOGO_MAX_BYTES,
  SUBMISSION_FILE_MAX_BYTES,
  SUBMISSION_FILES_MAX,
} from './limits.ts'

/** The files that a form may carry, and the text of a refusal: the same in the browser and on the server. */
export interface FilesAllowed {
  /** The form's field. */
  field: string
  most: number
  maxBytes: number
  /** The endings that a name may have, '' for none. If missing, every name will do. */
  endings?: readonly string[]
  /** Tells a file's kind by its name and first bytes, never by the type that the browser gives. */
  isKind(name: string, head: Uint8Array): boolean
  /** A PDF that nobody can read is refused (`refused`), or the person is warned (`told`). */
  unreadable?: 'refused' | 'told'
  /** A JPEG, PNG or PDF is stored without the data about its author and place. */
  isCleaned?: boolean
  /** The message for a form without a file, where it must have one: told beside what is wrong with its fields. */
  none?: string
  tooMany: string
  tooLarge(name: string): string
  /** The message for an empty file, where every kind may be sent. */
  empty?(name: string): string
  /** The message for a file with another ending or of another kind. */
  wrongKind(name: string): string
  /** The message for content of another kind than the name says. */
  wrongContent?(name: string, head: Uint8Array): string
}

/** The number of first bytes that tell what kind of file it is. */
export const HEAD_BYTES = 1024

/** Returns the bytes as characters of the same numbers. */
export const headText = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, HEAD_BYTES))

/** Returns `pdf` for `report.final.PDF`, and nothing without an ending, as in `Dr. Khan` and `Report 1.2`. */
export const endingOf = (name: string): string => /[^.]\.(\d*[a-z][a-z\d]*)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const PDF_ENDINGS = ['', 'pdf']

/**
 * Tells whether a file is a PDF by the mark at its beginning or, as readers allow, within its first 1,024 bytes: behind
 * a byte order mark, a header of an old Mac or a line of a mail program. The name keeps out texts about PDFs.
 */
export function isPdf(name: string, head: Uint8Array): boolean {
  const at = headText(head).indexOf('%PDF-')
  return at === 0 || (at > 0 && PDF_ENDINGS.includes(endingOf(name)))
}

/** The reason why nobody can read a PDF. */
export type Unreadable = 'password' | 'no page'

/** Returns the message about a PDF that nobody can read. */
export const unreadableText = (name: string, why: Unreadable): string =>
  why === 'password'
    ? `File "${name}" is protected by a password. Save it without one and choose it again.`
    : `File "${name}" has no page that can be shown. It may be damaged or incomplete.`

export const tooLargeFor = (maxBytes: number) => (name: string) =>
  `File "${name}" is too large. Maximum size is ${maxBytes / 1024 / 1024}MB.`

export const NO_FILE = 'Please upload a PDF file'

export const PDF_FILES: FilesAllowed = {
  field: 'files',
  most: SUBMISSION_FILES_MAX,
  maxBytes: SUBMISSION_FILE_MAX_BYTES,
  endings: PDF_ENDINGS,
  isKind: (name, head) => PDF_ENDINGS.includes(endingOf(name)) && isPdf(name, head),
  unreadable: 'refused',
  tooMany: `At most ${SUBMISSION_FILES_MAX} files can be uploaded`,
  tooLarge: tooLargeFor(SUBMISSION_FILE_MAX_BYTES),
  wrongKind: (name) => `File "${name}" is not a PDF. Only PDF files are allowed.`,
}

export const NO_LIBRARY_FILE = 'Filename is required'

/** A file of any kind. A type that a browser would run is only ever sent as a download. */
export const LIBRARY_FILE: FilesAllowed = {
  field: 'file',
  most: 1,
  maxBytes: LIBRARY_FILE_MAX_BYTES,
  isKind: () => true,
  unreadable: 'told',
  tooMany: 'Choose one file',
  tooLarge: tooLargeFor(LIBRARY_FILE_MAX_BYTES),
  empty: (name) => `File "${name}" is empty. Choose a file with something in it.`,
  wrongKind: (name) => `File "${name}" cannot be sent.`,
}

/** The file of an announcement, of any kind as in the library. */
export const ANNOUNCEMENT_FILE: FilesAllowed = {
  ...LIBRARY_FILE,
  maxBytes: ANNOUNCEMENT_FILE_MAX_BYTES,
  tooLarge: tooLargeFor(ANNOUNCEMENT_FILE_MAX_BYTES),
}

/** Evidence of a case: a file of any kind, which is only ever sent as a download. */
export const EVIDENCE_FILES: FilesAllowed = {
  ...LIBRARY_FILE,
  field: 'files',
  isCleaned: true,
  most: EVIDENCE_FILES_MAX,
  maxBytes: EVIDENCE_FILE_MAX_BYTES,
  tooMany: `At most ${EVIDENCE_FILES_MAX} files can be added at once`,
  tooLarge: tooLargeFor(EVIDENCE_FILE_MAX_BYTES),
}

/** The first bytes of PNG and JPEG. */
export const PICTURE_HEADS = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff']
const isWebP = (head: string) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)

/** A certificate, as a scanner or a phone's camera makes it. */
export const LEAVE_FILE: FilesAllowed = {
  field: 'file',
  most: 1,
  maxBytes: LEAVE_FILE_MAX_BYTES,
  isKind: (name, head) =>
    isPdf(name, head) || PICTURE_HEADS.some((start) => headText(head).startsWith(start)) || isWebP(headText(head)),
  unreadable: 'refused',
  tooMany: 'Choose one file',
  tooLarge: tooLargeFor(LEAVE_FILE_MAX_BYTES),
  wrongKind: (name) => `File "${name}" is neither a PDF nor a picture (JPEG, PNG or WebP).`,
}

const LOGO_ENDINGS = ['png', 'jpg', 'jpeg']

/** The college's logo. */
export const LOGO_FILE: FilesAllowed = {
  field: 'file',
  most: 1,
  maxBytes: LOGO_MAX_BYTES,
  endings: LOGO_ENDINGS,
  isKind: (name, head) =>
    LOGO_ENDINGS.includes(endingOf(name)) && PICTURE_HEADS.some((start) => headText(head).startsWith(start)),
  isCleaned: true,
  tooMany: 'Choose one picture',
  tooLarge: tooLargeFor(LOGO_MAX_BYTES),
  wrongKind: (name) => `File "${name}" is neither a PNG nor a JPEG.`,
}

/** The types that a browser may show in place. The server takes the type from the file's content. */
export const SHOWN_IN_PLACE: readonly string[] = [
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]

/** Returns the problem that keeps a chosen file from being sent, as far as its name and size tell. */
export function fileProblem({ name, size }: { name: string; size: number }, allowed: FilesAllowed): string | undefined {
  if (allowed.endings?.includes(endingOf(name)) === false) return allowed.wrongKind(name)
  if (size === 0 && allowed.empty) return allowed.empty(name)
  return size > allowed.maxBytes ? allowed.tooLarge(name) : undefined
}
