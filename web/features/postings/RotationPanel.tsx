import type { PlannedPosting } from '../../../shared/contract/postings.ts'
import { counted } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { type Turn, togetherIn, turnsOf } from './rotation.rules.ts'
import { clashText, daysText } from './rules.ts'

/** Says how many postings a rotation would make, and how many of them are in trouble. */
export function PreviewNote({ planned }: { planned: readonly PlannedPosting[] }) {
  const stopped = planned.filter(({ problem }) => problem !== null).length
  const clashing = planned.filter(({ clashes }) => clashes.length > 0).length
  return (
    <Text size="sm" role="status">
      {[
        counted(planned.length, 'posting'),
        stopped > 0 && `${stopped} can’t be made, so none will be`,
        clashing > 0 && `${clashing} with students elsewhere`,
      ]
        .filter(Boolean)
        .join(', ')}
    </Text>
  )
}

interface Props {
  planned: readonly PlannedPosting[]
  batchId: number | undefined
  /** Called with the name of a row that is to be left out. */
  onLeftOut: (name: string) => void
}

/** Shows the planned postings, a row for each group, and the ways on from what is in their way. */
export function RotationPanel({ planned, batchId, onLeftOut }: Props) {
  const turns = turnsOf(planned)
  const departments = turns[0]?.postings.length ?? 0
  const columns: Column<Turn>[] = [
    { header: 'Group', cell: ({ name }) => <strong dir="auto">{name}</strong> },
    ...(turns[0]?.postings ?? []).map((one, place) => ({
      header: daysText(one),
      cell: ({ postings }: Turn) => {
        const posting = postings[place]
        return posting && <PreviewCell posting={posting} />
      },
    })),
  ]
  return (
    <Stack gap="xs">
      {togetherIn(turns).map((names) => (
        <Text key={names.join()} size="sm" fw={600}>
          {listed(names)} are in one department at a time: there are {turns.length} groups, but{' '}
          {counted(departments, 'department')}.
        </Text>
      ))}
      <Group gap="xs">
        {turns.map((turn) => (
          <WaysOn key={turn.name} turn={turn} batchId={batchId} onLeftOut={onLeftOut} />
        ))}
      </Group>
      <DataTable caption="Preview" columns={columns} rows={turns} rowKey={({ name }) => name} />
    </Stack>
  )
}

const listed = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names)

/** The ways on for a row that stops the rotation: to add the groups that it lacks, or to leave it out. */
function WaysOn({ turn: { name, postings }, batchId, onLeftOut }: { turn: Turn } & Omit<Props, 'planned'>) {
  const addsGroups = can(useRoles(), 'groups:write')
  const stopped = postings.filter(({ problem }) => problem !== null)
  if (stopped.length === 0) return null
  return (
    <>
      {addsGroups &&
        stopped
          .filter(({ group_id }) => group_id === null)
          .map(({ department }) => (
            <a
              key={department.id}
              href={`/groups?batch=${batchId}&department_id=${department.id}&modal=add`}
              // The rotation stays open, and is looked at anew when the person comes back to it.
              target="_blank"
              rel="noreferrer"
            >
              Add “{name}” to {department.name}
            </a>
          ))}
      <Button variant="default" onClick={() => onLeftOut(name)}>
        Leave out {name}
      </Button>
    </>
  )
}

const PreviewCell = ({ posting: { department, problem, clashes } }: { posting: PlannedPosting }) => (
  <Stack gap={0}>
    <bdi>{department.name}</bdi>
    {(problem !== null || clashes.length > 0) && (
      <Text size="sm" c="red">
        {problem ?? clashText(clashes)}
      </Text>
    )}
  </Stack>
)
