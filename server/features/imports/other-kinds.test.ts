import { expect, test } from 'vitest'
import { awaitingPeople, csv, outcomes, upload } from '../../testing/imports.ts'
import { zipOf } from '../../testing/zip.ts'

// Files that are something else than their names say, as programs save them and systems export them.

const { affairs } = await awaitingPeople()

const send = (name: string, file: string | Buffer) =>
  affairs.upload('/imports/students/preview', upload(file, {}, name))

/** An archive of OpenDocument begins with its type, which is not packed. */
const openDocument = (type: string) => {
  const content = `application/vnd.oasis.opendocument.${type}`
  const mimetype = { content, packed: Buffer.from(content), method: 0 }
  return zipOf({ mimetype, 'content.xml': '<office:document-content/>' })
}
const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])
const PAGE = '<html><table><tr><td>Name</td><td>Email</td></tr></table></html>'
const EXCEL_2003 = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>'
const PAGE_TEXT =
  'The file is a web page, as some systems export it under the name of a spreadsheet. Open it in a spreadsheet program and save it as XLSX or CSV.'
const OLD_TEXT =
  'The file is a workbook of Excel before 2007 (XLS), or has a password. Open it in a spreadsheet program and save it as XLSX or CSV, without a password.'

test.each<[string, string, string | Buffer, string]>([
  ['an old workbook', 'a.xls', OLD, OLD_TEXT],
  ['an old workbook, or one with a password', 'a.xlsx', OLD, OLD_TEXT],
  [
    'a spreadsheet of LibreOffice',
    'a.xlsx',
    openDocument('spreadsheet'),
    'The file is a spreadsheet of LibreOffice or OpenOffice (ODS). Open it there, save it as XLSX or CSV, and choose that file.',
  ],
  [
    'a text of LibreOffice',
    'a.xlsx',
    openDocument('text'),
    'The file is a document, not a table. Copy its table into a spreadsheet program and save it as XLSX or CSV.',
  ],
  [
    'a spreadsheet of Apple',
    'a.xlsx',
    zipOf({ 'Index/Document.iwa': 'x' }),
    "The file is a spreadsheet of Apple's Numbers. Open it there, save it as XLSX or CSV, and choose that file.",
  ],
  [
    'a document of Word',
    'a.xlsx',
    zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }),
    'The file is no workbook, whatever its name says: it may be a document, or files packed together. Choose the table itself, saved as XLSX or CSV.',
  ],
  [
    'a binary workbook',
    'a.xlsx',
    zipOf({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' }),
    'The file is a binary workbook of Excel (XLSB). Open it there, save it as XLSX or CSV, and choose that file.',
  ],
  ['a page', 'a.xls', PAGE, PAGE_TEXT],
  ['a page behind a mark', 'a.csv', `\ufeff\r\n${PAGE}`, PAGE_TEXT],
  ['a page in UTF-16', 'a.xls', Buffer.from(`\ufeff${PAGE}`, 'utf16le'), PAGE_TEXT],
  [
    'an XML of Excel 2003',
    'a.xls',
    EXCEL_2003,
    'The file is an XML spreadsheet of Excel 2003. Open it in a spreadsheet program and save it as XLSX or CSV.',
  ],
  [
    'a PDF',
    'a.csv',
    '%PDF-1.4\nName,Email\n',
    'The file is a PDF, in which a table is only a picture. Ask for the table itself as XLSX or CSV.',
  ],
  [
    'a document of an editor',
    'a.csv',
    '{\\rtf1 Name}',
    'The file is a document of a text program. Copy its table into a spreadsheet program and save it as XLSX or CSV.',
  ],
  [
    'a photo of a list',
    'a.xlsx',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]),
    'The file is a picture. Ask for the table itself as XLSX or CSV.',
  ],
])('%s, named %s, is told in one sentence', async (_, name, file, text) => {
  const { status, body } = await send(name, file)
  expect([status, body.errors]).toEqual([422, { file: [text] }])
})

test.each([
  ['commas', 'list.xlsx', csv('Name,Email,Roll No', 'Ali,ali@other.test,MBSS-1')],
  ['tabs', 'export.xls', csv('Name\tEmail\tRoll No', 'Ali\tali@other.test\tMBSS-1')],
])('a text with %s, named %s, is read as what it is', async (_, name, file) => {
  const { status, body } = await send(name, file)
  expect([status, outcomes(body.data.rows), body.data.rows[0].values.name]).toEqual([200, ['error'], 'Ali'])
})
