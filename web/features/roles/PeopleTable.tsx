import type { ReactNode } from 'react'
import type { Account } from '../../../shared/contract/accounts.ts'
import { labelOf } from '../../../shared/labels.ts'
import { useLogin } from '../../core/login.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { dotted } from '../../ui/texts.ts'

/** Returns "Staff · Medicine" or "Student · MBBS-22001"; nothing for the first administrator. */
const belongs = ({ kind, detail }: Account) => dotted([kind && labelOf(kind), detail])

const COLUMNS: readonly Column<Account>[] = [
  {
    header: 'Name',
    cell: ({ name }) => (
      <strong>
        <PersonName name={name} />
      </strong>
    ),
  },
  { header: 'Email', cell: ({ email }) => (email ? <EmailText email={email} /> : '—') },
  { header: 'Belongs to', cell: (person) => belongs(person) || '—' },
]

interface Props {
  caption: string
  people: readonly Account[]
  action: (person: Account) => ReactNode
}

/** Lists people with a button for each. The own row has none, as nobody changes their own roles. */
export function PeopleTable({ caption, people, action }: Props) {
  const ownId = useLogin()?.user.id
  const actions: Column<Account> = {
    header: 'Actions',
    end: true,
    cell: (person) =>
      person.id === ownId ? (
        <Text size="sm" c="dimmed">
          You
        </Text>
      ) : (
        action(person)
      ),
  }
  return <DataTable caption={caption} columns={[...COLUMNS, actions]} rows={people} rowKey={({ id }) => id} />
}
