import ExcelJS from 'exceljs'

/** A workbook with these rows, as a spreadsheet program saves it. */
export async function book(rows: (string | number | Date | null)[][]): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  workbook.addWorksheet('Sheet1').addRows(rows)
  return Buffer.from(await workbook.xlsx.writeBuffer())
}
