import { readXml } from './xml.ts'

/** The style of a cell's number, as far as it changes what people read. */
export type Style = { isDate: boolean; isPercent: boolean; zeros: number }

const PLAIN: Style = { isDate: false, isPercent: false, zeros: 0 }

/** Formats that every spreadsheet program has, by number; those of some languages show days, too. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Longer ones are made for something else than people. */
const FORMAT_MAX = 255

function styleOf(format: string): Style {
  if (format.length > FORMAT_MAX) return PLAIN
  if (/^0{2,}$/.test(format)) return { ...PLAIN, zeros: format.length }
  // Colours, currencies and words in a format are no part of a day.
  const bare = format.replace(/\[[^\]]*\]|"[^"]*"|\\./g, '')
  const isDate = /[ymdh]/i.test(bare) && !/[#0]/.test(bare.replace(/\.0+/g, ''))
  return { ...PLAIN, isDate, isPercent: bare.includes('%') }
}

const builtInStyleOf = (id: number): Style => ({
  ...PLAIN,
  isDate: isBuiltInDate(id),
  isPercent: id === 9 || id === 10,
})

/** The styles of a workbook's cells, by number. */
export function stylesOf(bytes: Buffer): Style[] {
  const formats = new Map<string, Style>()
  const styles: Style[] = []
  let isOfCells = false
  readXml(bytes, {
    open: ({ name, attributes: { numFmtId = '', formatCode = '' } }) => {
      if (name === 'cellXfs') isOfCells = true
      else if (name === 'numFmt') formats.set(numFmtId, styleOf(formatCode))
      else if (name === 'xf' && isOfCells) styles.push(formats.get(numFmtId) ?? builtInStyleOf(Number(numFmtId)))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}
