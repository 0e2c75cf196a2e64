import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useFreshRecord } from '../core/fresh-record.ts'
import { ListState } from '../layout/ListState.tsx'
import { CloseFooter, Modal, type ModalProps } from '../ui/Modal.tsx'
import { RecordModal } from '../ui/RecordModal.tsx'
import type { Opening } from '../ui/record-form.ts'
import type { RecordKind } from '../ui/record-kind.ts'
import { HistoryPanel } from './HistoryPanel.tsx'

interface Props<T, R extends T, Fetched, Key extends QueryKey> {
  kind: RecordKind
  /** What the address names. */
  dialog: { modal: string | undefined; id: number | undefined; close: () => void }
  query: (id: number) => UseQueryOptions<Fetched, Error, T, Key>
  /** Instead of the message of a record that cannot be had. */
  failure?: string
  size?: ModalProps['size']
  /** Whether the person may add records. */
  adds?: boolean
  /** Whether the person may change records. */
  edits: boolean
  /** Of those, which; the others are shown. */
  isEditable?: (record: T) => record is R
  form: (opening: Opening<R>) => ReactNode
  /** To read; without it a record is only changed. */
  view?: (record: T) => ReactNode
}

/** The dialogs that add, show and change a record of a list, for who may; none while the address names another. */
export function RecordDialog<T extends { id: number }, R extends T, Fetched, Key extends QueryKey>(
  props: Props<T, R, Fetched, Key>,
) {
  const { modal, id, close } = props.dialog
  const { adds = props.edits, edits, view, form } = props
  if (modal === 'add' && adds) return form({ record: undefined, onClose: close })
  const isShown = (modal === 'view' && view) || (modal === 'edit' && edits)
  return isShown && id !== undefined && <OneRecord key={`${modal} ${id}`} {...props} id={id} />
}

type OneProps<T, R extends T, Fetched, Key extends QueryKey> = Props<T, R, Fetched, Key> & { id: number }

const isAny = <T, R extends T>(_record: T): _record is R => true

function OneRecord<T extends { id: number }, R extends T, Fetched, Key extends QueryKey>(
  props: OneProps<T, R, Fetched, Key>,
) {
  const { kind, dialog, id, failure, size, isEditable = isAny, form, view } = props
  const query = useQuery(props.query(id))
  const { record, opening, reload } = useFreshRecord(query)
  const edits = dialog.modal === 'edit' && (query.data === undefined || isEditable(query.data))
  const title = `${edits ? 'Edit' : 'View'} ${kind.title}`
  const onClose = dialog.close
  return (
    <RecordModal title={title} query={edits ? record : query} failure={failure} onClose={onClose}>
      {(one) => {
        if (edits && isEditable(one))
          return <OpenedForm key={opening} record={one} form={form} onClose={onClose} onReload={reload} />
        return (
          view && (
            <Modal title={title} size={size} onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
              <ListState query={query} failure={failure} skeleton={null}>
                {view}
              </ListState>
              <HistoryPanel entity={kind.entity} id={one.id} />
            </Modal>
          )
        )
      }}
    </RecordModal>
  )
}

/** Keeps the record as it was read: a later answer must neither move what is typed nor its version. */
function OpenedForm<R>({ form, record: read, ...opening }: Opening<R> & { form: (opening: Opening<R>) => ReactNode }) {
  const [record] = useState(read)
  return form({ record, ...opening })
}
