import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../../shared/contract/accounts.ts'
import type { Role } from '../../../shared/contract/roles.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { toast } from '../../core/toasts.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Skeleton, Stack, Title } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { AssignPanel } from './AssignPanel.tsx'
import { peopleQuery, roleQuery, useRoleChanges } from './api.ts'
import { PeopleTable } from './PeopleTable.tsx'

/** Lists the holders of a role, takes it from them, and gives it to others. */
export function HoldersModal({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <RecordModal title="Role" query={useQuery(roleQuery(id))} onClose={onClose}>
      {(role) => <Holders role={role} onClose={onClose} />}
    </RecordModal>
  )
}

function Holders({ role, onClose }: { role: Role; onClose: () => void }) {
  const [asked, setAsked] = useState({ q: '', page: 1 })
  const people = useQuery(peopleQuery({ ...asked, role_id: role.id }))
  const { take } = useRoleChanges()

  const taking = useMutation({
    mutationFn: (person: Account) => take({ body: { user_id: person.id, role_id: role.id } }),
    onSuccess: () => toast.success('Role removed successfully!'),
  })

  async function askAndTake(person: Account) {
    const yes = await confirm({
      title: 'Remove role',
      message: `Take the role ${role.name} from ${person.name}?`,
      confirmLabel: 'Remove',
      danger: true,
    })
    if (yes) taking.mutate(person)
  }

  return (
    <Modal title={`Role - ${role.name}`} size="xl" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="xl">
        <Stack component="section" gap="sm" aria-label="Holders">
          <SearchField label="Search holders" value={asked.q} onChange={(q) => setAsked({ q, page: 1 })} />
          {taking.error && <Problem text={messageOf(taking.error)} />}
          <ListState
            query={people}
            skeleton={<Skeleton height={120} />}
            isEmpty={({ meta }) => meta.total === 0}
            empty={<Prompt title={asked.q === '' ? 'Nobody holds this role' : 'No people found'} />}
          >
            {({ data, meta }) => (
              <>
                <PeopleTable
                  caption="Holders"
                  people={data}
                  action={(person) => (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Remove ${person.name}`}
                      disabled={taking.isPending}
                      onClick={() => askAndTake(person)}
                    >
                      {taking.isPending && taking.variables.id === person.id ? 'Removing...' : 'Remove'}
                    </Button>
                  )}
                />
                <PagesRow meta={meta} onPage={(page) => setAsked({ ...asked, page })} />
              </>
            )}
          </ListState>
        </Stack>
        <Stack component="section" gap="sm" aria-label="Assign to">
          <Title order={3} size="h4">
            Assign to
          </Title>
          <AssignPanel role={role} />
        </Stack>
      </Stack>
    </Modal>
  )
}
