import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Column } from './DataTable.tsx'
import { IconAction } from './IconAction.tsx'
import classes from './RowActions.module.css'

interface Props {
  /** The record, as a person names it. */
  of: string
  view?: boolean
  edit?: boolean
  remove?: boolean
  onAction: (action: 'view' | 'edit' | 'delete') => void
  /** Other buttons; deleting is the last. */
  children?: ReactNode
}

/** The buttons that every row or card has for who may. */
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

/** The last column of a table, with the buttons of each row. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  header: 'Actions',
  end: true,
  cell: (row) => <div className={classes.actions}>{cell(row)}</div>,
})
