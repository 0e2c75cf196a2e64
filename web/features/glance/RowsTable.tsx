import { useState } from 'react'
import type { PageSize } from '../../../shared/limits.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { usePrinting } from '../../ui/OnPaper.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { FirstList } from './FirstList.tsx'
import classes from './StudentPage.module.css'

interface Props<Row> {
  caption: string
  /** The rows' name in texts: "34 tasks". */
  of: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number
}

const ROWS_SHOWN: PageSize = 10

/** Shows rows in pages, on a phone the first few before them, and on paper all of them. */
export function RowsTable<Row>({ caption, of, columns, rows, rowKey }: Props<Row>) {
  const [page, setPage] = useState(1)
  const printing = usePrinting()
  const meta = { page, per_page: ROWS_SHOWN, total: rows.length }
  const shown = printing ? rows : rows.slice((page - 1) * ROWS_SHOWN, page * ROWS_SHOWN)
  return (
    <FirstList rows={rows} of={of}>
      {(first, isWhole) => (
        <>
          <div className={classes.rows}>
            <DataTable caption={caption} columns={columns} rows={isWhole ? shown : first} rowKey={rowKey} />
          </div>
          {isWhole && !printing && <PagesRow meta={meta} onPage={setPage} of={caption} />}
        </>
      )}
    </FirstList>
  )
}
