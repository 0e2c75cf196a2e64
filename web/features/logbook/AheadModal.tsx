import { useQuery } from '@tanstack/react-query'
import type { Skill } from '../../../shared/contract/skills.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Skeleton, Text } from '../../ui/elements.tsx'
import { knownSkillsQuery } from './api.ts'
import type { HeldEntries } from './code-picture.ts'
import { nameProof } from './name-proof.ts'
import type { DeviceEntry } from './performances.ts'
import { entryText } from './rules.ts'
import { SignEntriesModal } from './SignEntriesModal.tsx'
import { useSigning } from './sent.api.ts'
import { signatures } from './signatures.ts'

interface Props {
  ahead: HeldEntries
  onAgain: () => void
  onClose: () => void
}

/** Shows the entries that a picture held: one of the two phones has no network, so they are signed as they are read here. */
export function AheadModal({ ahead: { entries, ...ahead }, ...rest }: Props) {
  const known = useQuery(knownSkillsQuery)
  const signing = useSigning(rest.onClose)
  // The picture tells no names of skills: a student could write a harmless one there.
  const skills = new Map(known.data?.value.map((skill) => [skill.id, skill]))
  const isKnown = entries.every(({ skill_id }) => skills.has(skill_id))
  const nameOf = ({ skill_id }: DeviceEntry) => skills.get(skill_id)?.name ?? `Skill ${skill_id}`
  const isKept = signatures.useEntries().some(({ body }) => 'code' in body && body.code === ahead.code)
  return (
    <SignEntriesModal
      name={ahead.student}
      rollNo={null}
      entries={entries.map((entry) => ({
        id: entry.key ?? '',
        label: `${nameOf(entry)}, ${writtenDay(entry.performed_on)}`,
        words: <HeldWords name={nameOf(entry)} skill={skills.get(entry.skill_id)} entry={entry} />,
      }))}
      notice={
        <>
          {known.isPending && <Skeleton height={120} />}
          {known.isFetched && !isKnown && (
            <Alert color="yellow">
              This device does not know one of these skills yet. Open it once with the network, then scan again.
            </Alert>
          )}
          {isKept && !signing.isPending && (
            <Alert color="yellow">Your signature for this picture is on this device already.</Alert>
          )}
        </>
      }
      disabled={!isKnown || isKept}
      signing={signing}
      onSign={async (ids, signature) => {
        const chosen = entries.filter(({ key }) => key !== undefined && ids.includes(key))
        const body = { ...ahead, student: await nameProof(ahead.student), entries: chosen, ...signature }
        signing.mutate({ students: ahead.student, count: chosen.length, body })
      }}
      {...rest}
    />
  )
}

interface HeldProps {
  name: string
  skill: Skill | undefined
  entry: DeviceEntry
}

const HeldWords = ({ name, skill, entry }: HeldProps) => (
  <div>
    <Text fw={600} dir="auto">
      {name}
    </Text>
    <Text size="sm" c="dimmed">
      {entryText(entry, skill)}
    </Text>
    {entry.reflection && (
      <Text size="sm" dir="auto">
        {entry.reflection}
      </Text>
    )}
  </div>
)
