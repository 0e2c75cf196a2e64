import type { ColumnChoice } from '../../../shared/contract/import-answers.ts'
import type { ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import { getLogin } from '../../core/login.ts'
import { keep, kept } from '../../offline/device.ts'

// The use of columns that a person has chosen, kept on the device for the next file with the same headings.

type Shown = Pick<ImportPreview, 'file_columns' | 'fields'>

const nameOf = (kind: ImportKind, { file_columns }: Shown) =>
  `import-columns/${kind}/${JSON.stringify(file_columns.map(({ heading }) => heading))}`

export async function keepColumns(kind: ImportKind, shown: Shown, columns: ColumnChoice): Promise<void> {
  const owner = getLogin()?.user.id
  if (owner === undefined) return
  // Without room on the device they are chosen anew next time.
  await keep(owner, nameOf(kind, shown), columns).catch(() => undefined)
}

/** Returns the use of these headings that the person chose last, as far as the server still knows its fields. */
export async function keptColumns(kind: ImportKind, shown: Shown): Promise<ColumnChoice | undefined> {
  const owner = getLogin()?.user.id
  if (owner === undefined || shown.file_columns.length === 0) return undefined
  const found = await kept<ColumnChoice>(owner, nameOf(kind, shown)).catch(() => undefined)
  const columns = found?.value
  const isKnown = (field: string | null) => field === null || shown.fields.some((one) => one.field === field)
  return columns && Object.values(columns).every(isKnown) ? columns : undefined
}
