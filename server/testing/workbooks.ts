import ExcelJS from 'exceljs'

/** Opens a workbook that the server has sent. */
export async function openWorkbook(raw: Buffer): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook()
  // The library's types have a Buffer of their own, which Node's does not fit.
  await book.xlsx.load(raw as unknown as ExcelJS.Buffer)
  return book
}

/** Returns each sheet with the cells of its rows; rows without any are left out. */
export async function sheetsOf(raw: Buffer): Promise<{ name: string; rows: unknown[][] }[]> {
  return (await openWorkbook(raw)).worksheets.map((sheet) => {
    const rows: unknown[][] = []
    sheet.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
    return { name: sheet.name, rows }
  })
}
