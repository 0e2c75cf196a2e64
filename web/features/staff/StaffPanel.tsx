import type { Staff } from '../../../shared/contract/staff.ts'
import { labelOf } from '../../../shared/labels.ts'
import { formatDay } from '../../core/formats.ts'
import { useOwnFacts } from '../../parts/own-fields.ts'
import { EmailText } from '../../ui/EmailText.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { StaffCard } from './api.ts'
import { heldRoles, heldRolesHint, isWhole } from './rules.ts'

const day = (value: string | null) => value && formatDay(value)

/** Shows the held roles by their stored names, and below what people say for them. */
export function HeldRoles({ card }: { card: Staff }) {
  const hint = heldRolesHint(card)
  return (
    <>
      {heldRoles(card)}
      {hint && <RowText kind="detail">{hint}</RowText>}
    </>
  )
}

function factsOf(card: StaffCard, own: readonly Fact[]): Fact[] {
  const name: Fact = ['Name', <PersonName key="name" name={card.name} />]
  const place: Fact[] = [
    ['Department', card.department.name],
    ['Designation', card.designation.name],
  ]
  if (!isWhole(card)) return [name, ...place]
  return [
    name,
    ['Email', card.user.email && <EmailText key="email" email={card.user.email} />],
    ['Staff Number', card.staff_no],
    ...place,
    ['Role', <HeldRoles key="role" card={card} />],
    ['Phone', card.phone],
    ['Gender', card.gender && labelOf(card.gender)],
    ['Date of Birth', day(card.date_of_birth)],
    ['Date of Joining', day(card.date_of_joining)],
    ['Date of Leaving', day(card.date_of_leaving)],
    ['Date of Retirement', day(card.date_of_retirement)],
    ...own,
    ['Status', <StatusBadge key="status" status={card.status} />],
    ['Description', card.description, 'wide'],
  ]
}

/** Shows all fields of a staff member. */
export function StaffPanel({ card }: { card: StaffCard }) {
  const own = useOwnFacts('staff', isWhole(card) ? card.own : undefined)
  return <Facts facts={factsOf(card, own)} />
}
