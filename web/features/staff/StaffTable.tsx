import { memo, useMemo } from 'react'
import { useLogin, useRoles } from '../../core/login.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { StaffCard } from './api.ts'
import { heldRoleWords, isEditable, isWhole } from './rules.ts'
import classes from './StaffTable.module.css'

interface Props {
  staff: readonly StaffCard[]
  /** True for people to whom whole records are shown. */
  whole: boolean
  loading?: boolean
  /** Pass the same function each time, or the rows are drawn again. */
  onAction: (action: string, card: StaffCard) => void
}

const NAMES: readonly Column<StaffCard>[] = [
  {
    header: 'Name',
    cell: ({ name }) => (
      <strong>
        <PersonName name={name} />
      </strong>
    ),
  },
  { header: 'Designation', cell: ({ designation }) => <SmallText text={designation.name} /> },
  { header: 'Department', cell: ({ department }) => <SmallText text={department.name} /> },
]

const RECORDS: readonly Column<StaffCard>[] = [
  { header: 'Roles', cell: (card) => isWhole(card) && <SmallText text={heldRoleWords(card)} /> },
  {
    header: 'Phone',
    cell: (card) => isWhole(card) && (card.phone ? <span className={classes.phone}>{card.phone}</span> : '—'),
  },
  {
    header: 'Email',
    cell: (card) =>
      isWhole(card) &&
      (card.user.email ? (
        <div className={classes.email}>
          <EmailText email={card.user.email} />
        </div>
      ) : (
        <span className={classes.email}>{card.staff_no}</span>
      )),
  },
  {
    header: 'Status',
    cell: (card) =>
      isWhole(card) && (
        <div>
          <StatusBadge status={card.status} />
          {card.never_signed_in && <RowText kind="detail">Never signed in</RowText>}
        </div>
      ),
  },
]

const SmallText = ({ text }: { text: string }) => <bdi className={classes.text}>{text}</bdi>

const staffId = ({ id }: StaffCard) => id

/** Lists staff in rows, to compare them, with the actions of their cards. Memoised: a page has a hundred. */
export const StaffTable = memo(function StaffTable({ staff, whole, loading, onAction }: Props) {
  const roles = useRoles()
  const ownId = useLogin()?.user.id
  const columns = useMemo(() => {
    const actions = actionsColumn<StaffCard>((card) => {
      const edits = isEditable(roles, card)
      return (
        <RowActions
          of={card.name}
          view
          edit={edits}
          remove={edits && card.user_id !== ownId}
          onAction={(action) => onAction(action, card)}
        />
      )
    })
    return [...NAMES, ...(whole ? RECORDS : []), actions]
  }, [roles, ownId, whole, onAction])
  return (
    <ScrollBox keepsButtons>
      <DataTable caption="Staff" columns={columns} rows={staff} rowKey={staffId} loading={loading} />
    </ScrollBox>
  )
})
