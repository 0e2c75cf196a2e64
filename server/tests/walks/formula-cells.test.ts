import { parse } from 'csv-parse/sync'
import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { unfurnished } from '../../testing/college.ts'
import { idPlaces, type JsonSchema, schemaOf } from '../../testing/id-places.ts'
import { leastOf } from '../../testing/least.ts'
import { oneOfEach } from '../../testing/one-of-each.ts'
import { openWorkbook } from '../../testing/workbooks.ts'

const at = await unfurnished()
const admin = await at.as('admin')
const FORMULAS = ["=cmd|' /C calc'!A0", '+1+cmd', '-1+cmd', '@SUM(cmd)', ' =cmd', '＝cmd', 'a;=cmd', "'=cmd"]
let turn = 0
const made = await oneOfEach(at, (what) => {
  turn += 1
  return `${FORMULAS[turn % FORMULAS.length]} ${what}`
})

/** Every call that gives out a table, by what its format may be. */
const formatsOf = (endpoint: Endpoint): unknown[] =>
  (['params', 'query'] as const).flatMap(
    (where) => (schemaOf(endpoint, where)?.properties?.format?.enum ?? []) as unknown[],
  )
const tables = declaredEndpoints.filter((endpoint) => endpoint.file && formatsOf(endpoint).includes('csv'))

/** Its address with all its filters, which are of the one record that there is. */
function addressOf(endpoint: Endpoint, format: string): string {
  const named = (where: 'params' | 'query') => {
    const schema = schemaOf(endpoint, where)
    if (!schema) return {}
    const ids = idPlaces(endpoint).filter((place) => place.where === where)
    const keys = [...(schema.required ?? []), ...ids.map(({ path }) => path[0] ?? '')]
    const wanted: JsonSchema = { ...schema, required: keys }
    return {
      ...(leastOf(endpoint, '', wanted, made) as Record<string, string>),
      ...(schema.properties?.format && { format }),
    }
  }
  const params: Record<string, string> = named('params')
  const query = new URLSearchParams(named('query')).toString()
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + (query && `?${query}`)
}

test('tables are given out by these calls', () => {
  expect(tables.length).toBeGreaterThanOrEqual(8)
})

/** True when a spreadsheet takes it for a formula, and it is no plain number. */
const runs = (cell: string) => /^\s*[=+\-@＝＋－＠]./.test(cell) && !/^-?\d+(?:\.\d+)?$/.test(cell)
const isTemplate = ({ path }: Endpoint) => path.endsWith('/template')

test.each(
  tables.map((endpoint) => [endpoint.path, endpoint] as const),
)('%s gives out no formula', async (_, endpoint) => {
  const csv = await admin.get(addressOf(endpoint, 'csv'))
  expect(csv.status, JSON.stringify(csv.body)).toBe(200)
  const text = csv.raw.toString()
  // Opened with whatever a program takes for the end of a cell.
  for (const delimiter of [',', ';', '\t'])
    expect(
      (parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true }) as string[][])
        .flat()
        .filter(runs),
    ).toEqual([])

  const xlsx = await admin.get(addressOf(endpoint, 'xlsx'))
  expect(xlsx.status).toBe(200)
  const book = await openWorkbook(xlsx.raw)
  const types: ExcelJS.ValueType[] = []
  let told = 0
  for (const sheet of book.worksheets)
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        types.push(cell.type)
        if (typeof cell.value === 'string' && /cmd/.test(cell.value)) told += 1
      }),
    )
  expect(types).not.toContain(ExcelJS.ValueType.Formula)
  expect(types).not.toContain(ExcelJS.ValueType.Hyperlink)
  // Otherwise there was nothing that could have been one.
  if (!isTemplate(endpoint)) expect([told > 0, /cmd/.test(text)]).toEqual([true, true])
})
