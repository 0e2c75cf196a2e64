import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { useIsFresh } from '../core/fresh-record.ts'
import { sinceOpened } from '../core/opened.ts'
import { ListState } from '../layout/ListState.tsx'
import { DrawnText } from '../ui/DrawnText.tsx'
import { FreshRecordModal } from '../ui/FreshRecordModal.tsx'
import { CloseFooter, Modal, type ModalProps } from '../ui/Modal.tsx'
import { RecordSkeleton } from '../ui/RecordModal.tsx'
import type { Opening } from '../ui/record-form.ts'
import type { RecordKind } from '../ui/record-kind.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { useSeries } from './series.ts'

interface Props<T, R extends T, Fetched, Key extends QueryKey> {
  kind: RecordKind
  /** The dialog of the address. */
  dialog: { modal: string | undefined; id: number | undefined; close: () => void }
  query: (id: number) => UseQueryOptions<Fetched, Error, T, Key>
  /** Replaces the message of a record that can't be read. */
  failure?: string
  size?: ModalProps['size']
  /** True when the person may add records. */
  adds?: boolean
  /** True when the person may change records; otherwise they are only shown. */
  edits: boolean
  /** Limits the records that can be changed; the others are only shown. */
  isEditable?: (record: T) => record is R
  form: (opening: Opening<R>) => ReactNode
  /** Returns a record's name, drawn below the title where what shows the record does not begin with it. */
  nameOf?: (record: T) => string
  /** Shows a record; without it records are only changed. */
  view?: (record: T) => ReactNode
}

/** Adds, shows or changes a list's record, as the address says and the person may. */
export function RecordDialog<T extends { id: number }, R extends T, Fetched, Key extends QueryKey>(
  props: Props<T, R, Fetched, Key>,
) {
  const { modal, id, close } = props.dialog
  const { adds = props.edits, edits, view, form } = props
  if (modal === 'add' && adds) return <NewRecords close={close} form={form} />
  const isShown = modal === 'edit' ? edits || view : modal === 'view' && view
  return isShown && id !== undefined && <OneRecord key={`${modal} ${id}`} {...props} id={id} />
}

interface NewProps<R> {
  close: () => void
  form: (opening: Opening<R>) => ReactNode
}

/** Adds a record, and the next ones in a new form each. */
function NewRecords<R>({ close, form }: NewProps<R>) {
  const { count, series, onClose } = useSeries(close)
  return <Fragment key={count}>{form({ record: undefined, onClose, series })}</Fragment>
}

type OneProps<T, R extends T, Fetched, Key extends QueryKey> = Props<T, R, Fetched, Key> & { id: number }

const isAny = <T, R extends T>(_record: T): _record is R => true

function OneRecord<T extends { id: number }, R extends T, Fetched, Key extends QueryKey>(
  props: OneProps<T, R, Fetched, Key>,
) {
  const { kind, dialog, id, failure, size, edits, isEditable = isAny, form, nameOf, view } = props
  const { modal, close: onClose } = dialog
  const options = props.query(id)
  const query = useQuery({ ...options, staleTime: sinceOpened })
  const { data } = query
  const isFresh = useIsFresh(query)
  // Decided once: a record that somebody else puts out of reach meanwhile leaves the form open with its text.
  const [editable, setEditable] = useState<boolean>()
  if (editable === undefined && isFresh && data !== undefined) setEditable(isEditable(data))

  if (modal === 'edit' && edits && (editable ?? (data === undefined || isEditable(data))))
    return (
      <FreshRecordModal title={`Edit ${kind.title}`} query={options} failure={failure} onClose={onClose}>
        {(record, onReload) =>
          isEditable(record) &&
          form({
            record,
            onClose,
            onReload: async () => {
              await onReload()
              setEditable(undefined)
            },
          })
        }
      </FreshRecordModal>
    )
  if (!view) return null
  return (
    <Modal
      title={`View ${kind.title}`}
      thing={nameOf && <DrawnText text={data ? nameOf(data) : '\u00a0'} />}
      size={size}
      onClose={onClose}
      footer={<CloseFooter onClose={onClose} />}
    >
      <ListState query={query} failure={failure} skeleton={<RecordSkeleton />}>
        {(record) => (
          <>
            {view(record)}
            <HistoryPanel entity={kind.entity} id={record.id} />
          </>
        )}
      </ListState>
    </Modal>
  )
}
