import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from './DataTable.tsx'
import { IconAction } from './IconAction.tsx'
import classes from './RowActions.module.css'

interface Props {
  /** The record's name. */
  of: string
  view?: boolean
  edit?: boolean
  remove?: boolean
  onAction: (action: 'view' | 'edit' | 'delete') => void
  /** Other buttons, before the one that deletes. */
  children?: ReactNode
}

/** Shows the buttons that every row or card has, as far as the person may use them. */
export function RowActions({ of, view, edit, remove, onAction, children }: Props) {
  return (
    <>
      {view && <IconAction label={`View ${of}`} icon={IconEye} onClick={() => onAction('view')} />}
      {edit && <IconAction label={`Edit ${of}`} icon={IconPencil} onClick={() => onAction('edit')} />}
      {children}
      {remove && <IconAction label={`Delete ${of}`} icon={IconTrash} danger onClick={() => onAction('delete')} />}
    </>
  )
}

/** Makes the last column of a table, with the buttons of each row. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  header: 'Actions',
  end: true,
  cell: (row) => <div className={classes.actions}>{cell(row)}</div>,
})
