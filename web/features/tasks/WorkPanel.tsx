import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListState } from '../../layout/ListState.tsx'
import { ShownFile } from '../../parts/ShownFile.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Loader, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import classes from './SubmissionsModal.module.css'
import { type Work, workQuery } from './work-beside.ts'

/** Long enough to go over rows by keys without reading the work of each. */
const SETTLED_MS = 150

interface Props {
  work: Work | undefined
  /** The work that comes next: it is read ahead. */
  next: Work | undefined
  /** Goes to the marks of the next student without any. */
  onNext: () => void
}

/** Shows the work of the student whose marks have the focus. */
export function WorkPanel({ work: asked, next, onNext }: Props) {
  const [work] = useDebouncedValue(asked, SETTLED_MS)
  const [chosen, setChosen] = useState<string>()
  const file = work?.files.find(({ name }) => name === chosen) ?? work?.files[0]
  return (
    <section className={classes.beside} aria-label="Work beside the marks">
      {work && file ? (
        <>
          <Group justify="space-between" gap="xs">
            <div>
              <Text fw={600}>
                <PersonName name={work.student.name} />
              </Text>
              <Text size="sm" c="dimmed">
                {work.student.roll_no}
              </Text>
            </div>
            <Button variant="default" size="xs" aria-keyshortcuts="Control+Enter" onClick={onNext}>
              Next without marks
            </Button>
          </Group>
          {work.files.length > 1 && (
            <Group gap={8} role="group" aria-label="Files shown beside the marks">
              {work.files.map(({ name }, place) => (
                <Button
                  key={name}
                  size="xs"
                  variant={name === file.name ? 'filled' : 'default'}
                  aria-pressed={name === file.name}
                  title={name}
                  onClick={() => setChosen(name)}
                >
                  {place + 1} of {work.files.length}
                </Button>
              ))}
            </Group>
          )}
          <ShownWork key={file.sha256} work={work} file={file} next={next} />
        </>
      ) : (
        <Prompt title="No work to show" text="Go to the marks of a student who has handed in." />
      )}
    </section>
  )
}

interface ShownProps {
  work: Work
  file: Work['files'][number]
  next: Work | undefined
}

function ShownWork({ work, file, next }: ShownProps) {
  const query = useQuery(workQuery(work.submission, file))
  const ahead = next?.files[0]
  useQuery({ ...workQuery(next?.submission ?? work.submission, ahead ?? file), enabled: query.isSuccess })
  return (
    <ListState
      query={query}
      failure="Failed to open file. Please try again."
      skeleton={<Loader size={22} aria-label="Loading the work" role="status" />}
    >
      {(found) => <ShownFile file={found} name={file.name} />}
    </ListState>
  )
}
