import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'

const KNOWN = new Set(['name', 'note'])

/** The lines with text as the library alone finds them. */
const byLibrary = (text: string) =>
  (
    parse(text, {
      delimiter: ',',
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][]
  ).flatMap((cells, at) => (cells.some((cell) => cell.trim() !== '') ? [{ line: at + 1, cells }] : []))

test('lines without quotation marks are parted as the library parts them, whatever ends them and wherever a mark comes', () => {
  const breaks = ['\n', '\r\n', '\r', '\n\n', '\r\r\n', '\n\r']
  const lines = ['Ali,first', 'Sara,', ',', '', ' ,x,y,z', 'Omar,"quoted, in part"', 'Zara,a "b" c', '"Noor",1']
  let seed = 40
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 400; round += 1) {
    const kinds = round % 2 === 0 ? lines : lines.slice(0, 5)
    const body = Array.from({ length: next(7) }, () => `${kinds[next(kinds.length)]}${breaks[next(breaks.length)]}`)
    const text = `Name,Note${breaks[next(3)]}${body.join('')}${next(2) === 0 ? 'Last,row' : ''}`
    expect(csvLines(Buffer.from(text), KNOWN).taken, JSON.stringify(text)).toEqual(byLibrary(text))
  }
})
