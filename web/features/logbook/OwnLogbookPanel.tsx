import { IconPlus, IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatInstant } from '../../core/formats.ts'
import { useLogin } from '../../core/login.ts'
import { ownStudentQuery } from '../../core/start.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { MissingStudent } from '../../parts/OwnStudent.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { choicesQuery, ownLogbookQuery } from './api.ts'
import { keepCodesAhead } from './codes-ahead.ts'
import { dialogs } from './dialogs.ts'
import { OwnEntriesPanel } from './OwnEntriesPanel.tsx'
import { PostingsPanel } from './PostingsPanel.tsx'
import { performances } from './performances.ts'
import { ReturnedEntriesPanel } from './ReturnedEntriesPanel.tsx'
import { byDepartment } from './rules.ts'
import { isRunning } from './running.ts'
import { SkillsList } from './SkillsList.tsx'
import { UnsentPanel } from './UnsentPanel.tsx'
import { roundText, useWaiting } from './waiting.ts'

const UNSENT = {
  waiting: 'Kept on this device, and sent when the network is back. It can be signed by code before.',
  refused: 'The server refused it.',
}
const DISCARDING = { title: 'Discard performance?', message: 'It is kept on this device only, and is lost.' }

const LogModal = later(dialogs.log)
const CodeModal = later(dialogs.code)
const EntryModal = later(dialogs.view)
const ChangeModal = later(dialogs.edit)

/** Shows the own logbook of a student: what was returned, what waits, and the skills with their counts. */
export function OwnLogbookPanel() {
  const own = useQuery(ownStudentQuery(useLogin()?.user.id ?? 0))
  return (
    <ListState query={own} skeleton={<LogbookSkeleton />}>
      {(student) =>
        student === null ? <MissingStudent title="Student record not found" /> : <OwnLogbook student={student} />
      }
    </ListState>
  )
}

const LogbookSkeleton = () => (
  <Page title="Logbook">
    <Skeleton height={240} />
  </Page>
)

function OwnLogbook({ student }: { student: { id: number; name: string } }) {
  const { modal, id, open, close } = useModalUrl()
  const logbook = useQuery(ownLogbookQuery(student.id))
  const waiting = useWaiting(student.id)
  // Kept on the device from here on, so that the form opens without network too.
  useQuery(choicesQuery)
  const waits = waiting.reduce((sum, { count }) => sum + count, 0)
  LogModal.useWhenIdle()
  CodeModal.useWhenIdle()
  useCodesAhead()

  const [latest] = waiting
  // A copy kept on the device may be older than postings are.
  const postings = logbook.data?.value.postings ?? []
  const runningIn = postings.filter(isRunning).map(({ department }) => department.id)
  const skills = logbook.data?.value.skills ?? []
  const first = [...runningIn, ...byDepartment(skills, runningIn).map((department) => department.id)]
  return (
    <Page
      title="Logbook"
      actions={
        <>
          {latest && (
            <Button
              variant="default"
              leftSection={<IconQrcode size={18} aria-hidden />}
              onClick={() => open('code', latest.id)}
            >
              Show code ({waits})
            </Button>
          )}
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('log')}>
            Log a performance
          </Button>
        </>
      }
    >
      <UnsentPanel
        entries={performances.useEntries().map((one) => ({ ...one, detail: roundText(one) }))}
        texts={UNSENT}
        nameOf={(title) => title}
        question={DISCARDING}
        discard={performances.discard}
        retry={performances.retry}
      />
      <ReturnedEntriesPanel studentId={student.id} onOpen={open} />
      <ListState query={logbook} skeleton={<Skeleton height={240} />}>
        {({ value, knownAt }) => (
          <Stack gap="md">
            <PostingsPanel postings={postings} skills={value.skills} />
            {knownAt && (
              <Text size="sm" c="dimmed" role="status">
                Without network: the counts are those of {formatInstant(knownAt)}.
              </Text>
            )}
            {value.skills.length === 0 ? (
              <Prompt
                title="Nothing to count yet"
                text="When a department asks for a skill, or you have logged one, it stands here with its count."
              />
            ) : (
              <SkillsList skills={value.skills} runningIn={runningIn} onLog={(skill) => open('log', skill)} />
            )}
          </Stack>
        )}
      </ListState>
      <OwnEntriesPanel studentId={student.id} onOpen={open} />
      {modal === 'log' && <LogModal skillId={id} first={first} onClose={close} />}
      {modal === 'code' && <CodeModal student={student} supervisorId={id} onClose={close} />}
      {modal === 'view' && id !== undefined && <EntryModal id={id} onOpen={open} onClose={close} />}
      {(modal === 'edit' || modal === 'correct') && id !== undefined && (
        <ChangeModal key={modal} id={id} corrects={modal === 'correct'} onClose={close} />
      )}
    </Page>
  )
}

const CODES_AFTER_MS = 2_000

/** Keeps codes for when there is no network. */
function useCodesAhead(): void {
  useEffect(() => {
    // The screen comes first.
    const timer = setTimeout(() => keepCodesAhead().catch(() => undefined), CODES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}
