import { IMPORT_FILE_MAX_BYTES, SUBMISSION_FILE_MAX_BYTES, SUBMISSION_FILES_MAX } from './limits.ts'

/** What a form may carry as files, and what a person reads when it does not: the same in the browser and on the server. */
export interface FilesAllowed {
  /** The form's field. */
  field: string
  most: number
  maxBytes: number
  ending: RegExp
  /** What a browser may say of such a file; some systems know no type, and the server looks at the content. */
  types?: readonly string[]
  tooMany: string
  tooLarge(name: string): string
  /** Of a file with another ending or type. */
  wrongKind(name: string): string
}

const tooLargeFor = (maxBytes: number) => (name: string) =>
  `File "${name}" is too large. Maximum size is ${maxBytes / 1024 / 1024}MB.`

export const NO_FILE = 'Please upload a PDF file'

export const PDF_FILES: FilesAllowed = {
  field: 'files',
  most: SUBMISSION_FILES_MAX,
  maxBytes: SUBMISSION_FILE_MAX_BYTES,
  ending: /\.pdf$/i,
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
  wrongKind: (name) => `File "${name}" is neither CSV nor XLSX.`,
}

/** What keeps a chosen file from being sent. */
export function fileProblem(
  { name, type, size }: { name: string; type: string; size: number },
  allowed: FilesAllowed,
): string | undefined {
  if (!allowed.ending.test(name) || allowed.types?.includes(type) === false) return allowed.wrongKind(name)
  return size > allowed.maxBytes ? allowed.tooLarge(name) : undefined
}
