import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import { IconAction } from './IconAction.tsx'

interface Props {
  /** The record, as a person names it. */
  of: string
  view?: boolean
  edit?: boolean
  remove?: boolean
  onAction: (action: 'view' | 'edit' | 'delete') => void
}

/** The buttons that every row or card has for who may. */
export function RowActions({ of, view, edit, remove, onAction }: Props) {
  return (
    <>
      {view && <IconAction label={`View ${of}`} icon={IconEye} onClick={() => onAction('view')} />}
      {edit && <IconAction label={`Edit ${of}`} icon={IconPencil} onClick={() => onAction('edit')} />}
      {remove && <IconAction label={`Delete ${of}`} icon={IconTrash} danger onClick={() => onAction('delete')} />}
    </>
  )
}
