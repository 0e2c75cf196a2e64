import { memo, type ReactNode } from 'react'
import classes from './DataTable.module.css'
import phone from './DataTable.phone.module.css'
import { named, Skeleton } from './elements.tsx'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Figures and buttons stand at the end of their column. */
  end?: boolean
  /** A number or a day, which keeps to one line where there is room. */
  whole?: boolean
  /** On a phone the cell takes the whole width, without its heading: its content says what it is. */
  wide?: boolean
}

interface Props<Row> {
  /** The content of the table; read aloud, not seen. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Marks rows that must not be overlooked; a word in them says why. */
  isUrgent?: (row: Row) => boolean
  /** Skeleton rows instead of `rows`. */
  loading?: boolean
}

const SKELETONS = [0, 1, 2, 3, 4, 5]

/** Stacked on a phone, the parts would lose their meaning in some browsers, so their roles are explicit. */
const as = (role: string) => ({ role })

function BodyCells<Row>({ columns, row, isUrgent }: Pick<Props<Row>, 'columns' | 'isUrgent'> & { row: Row }) {
  return (
    <tr {...as('row')} data-urgent={isUrgent?.(row) || undefined}>
      {columns.map(({ header, cell, end, whole, wide }, index) => (
        <td
          key={header}
          {...as(index === 0 ? 'rowheader' : 'cell')}
          data-header={header}
          data-first={index === 0 || undefined}
          data-end={end || undefined}
          data-whole={whole || undefined}
          data-wide={wide || undefined}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/** Draws a row again only when its record or the columns change. `memo` alone would lose the row's type. */
const BodyRow = memo(BodyCells) as typeof BodyCells

/** Shows a table, which turns into stacked rows on a phone. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isUrgent, loading = false }: Props<Row>) {
  return (
    <table className={named(classes.table, phone.table)} {...as('table')} aria-busy={loading}>
      <caption className={classes.caption}>{caption}</caption>
      <thead {...as('rowgroup')}>
        <tr {...as('row')}>
          {columns.map(({ header, end }) => (
            <th key={header} {...as('columnheader')} scope="col" data-header={header} data-end={end || undefined}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')}>
        {loading
          ? SKELETONS.map((row) => (
              <tr key={row} {...as('row')}>
                {columns.map(({ header }) => (
                  <td key={header} {...as('cell')} data-header={header}>
                    <Skeleton height={20} />
                  </td>
                ))}
              </tr>
            ))
          : rows.map((row) => <BodyRow key={rowKey(row)} columns={columns} row={row} isUrgent={isUrgent} />)}
      </tbody>
    </table>
  )
}
