import { endingOf, type FilesAllowed, headText, PICTURE_HEADS, tooLargeFor } from './files.ts'
import { IMPORT_FILE_MAX_BYTES } from './limits.ts'

const SAVE = 'and save it as XLSX or CSV'
const SAVE_ANEW = `Open it in a spreadsheet program ${SAVE}`
const PROGRAMS = 'Open it there, save it as XLSX or CSV, and choose that file.'
const TABLE_ITSELF = 'Ask for the table itself as XLSX or CSV.'

/** The first names in archives, from byte 30 on, that are no workbook of Excel. */
const ARCHIVES: readonly [begins: RegExp, text: string][] = [
  [
    /^mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/,
    `The file is a spreadsheet of LibreOffice or OpenOffice (ODS). ${PROGRAMS}`,
  ],
  [/^mimetypeapplication\//, `The file is a document, not a table. Copy its table into a spreadsheet program ${SAVE}.`],
  [/^Index\/\w+\.iwa/, `The file is a spreadsheet of Apple's Numbers. ${PROGRAMS}`],
]

/** The beginnings of texts that are no CSV: systems export pages under the names of workbooks. */
const TEXTS: readonly [begins: RegExp, text: string][] = [
  [/^<\?xml.*(?:Excel\.Sheet|office:spreadsheet)/is, `The file is an XML spreadsheet of Excel 2003. ${SAVE_ANEW}.`],
  [/^<[!?a-z]/i, `The file is a web page, as some systems export it under the name of a spreadsheet. ${SAVE_ANEW}.`],
  [/^%PDF-/, `The file is a PDF, in which a table is only a picture. ${TABLE_ITSELF}`],
  [/^\{\\rtf/, `The file is a document of a text program. Copy its table into a spreadsheet program ${SAVE}.`],
]

const OLD_WORKBOOK = `The file is a workbook of Excel before 2007 (XLS), or has a password. ${SAVE_ANEW}, without a password.`
const PICTURE = `The file is a picture. ${TABLE_ITSELF}`
const ARCHIVE_NAME_AT = 30

/** Says what a file is that is no table which can be read, by its first bytes. */
function otherKind(head: Uint8Array): string | undefined {
  const text = headText(head)
  if (text.startsWith('\xd0\xcf\x11\xe0')) return OLD_WORKBOOK
  if (PICTURE_HEADS.some((start) => text.startsWith(start))) return PICTURE
  if (text.startsWith('PK\x03\x04')) return ARCHIVES.find(([begins]) => begins.test(text.slice(ARCHIVE_NAME_AT)))?.[1]
  // UTF-16 has a zero beside each of these characters.
  const letters = text
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart()
  return TEXTS.find(([begins]) => begins.test(letters))?.[1]
}

/** The kinds of spreadsheets that are never read, by the ending of their names. */
const NAMED: Record<string, string> = {
  ods: 'a spreadsheet of LibreOffice or OpenOffice',
  numbers: "a spreadsheet of Apple's Numbers",
  xlsb: 'a binary workbook of Excel',
}

/** A table to import, told by its content: systems name pages and texts as if they were workbooks. */
export const SHEET_FILE: FilesAllowed = {
  field: 'file',
  most: 1,
  maxBytes: IMPORT_FILE_MAX_BYTES,
  endings: ['csv', 'xlsx', 'xls', 'xlsm', 'txt', 'tsv'],
  tooMany: 'Choose one file',
  tooLarge: tooLargeFor(IMPORT_FILE_MAX_BYTES),
  isKind: (_, head) => otherKind(head) === undefined,
  wrongKind: (name) => {
    const kind = NAMED[endingOf(name)]
    return kind ? `File "${name}" is ${kind}. ${PROGRAMS}` : `File "${name}" is neither CSV nor XLSX.`
  },
  wrongContent: (name, head) => otherKind(head) ?? `File "${name}" is neither CSV nor XLSX.`,
}
