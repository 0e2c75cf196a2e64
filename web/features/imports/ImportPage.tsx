import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { can } from '../../../shared/permissions.ts'
import type { Question } from '../../core/confirm.ts'
import { useRoles } from '../../core/login.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import type { Progress } from '../../core/uploading.ts'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { Skeleton } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { Prompt } from '../../ui/Prompt.tsx'
import { type Step, useImport } from './api.ts'
import { PastImportsPanel } from './PastImportsPanel.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { ReachPanel } from './ReachPanel.tsx'
import { credentialsOf, type ImportResult, SCREENS } from './rules.ts'
import { SheetFields } from './SheetFields.tsx'

export { needsOfImport } from './past.api.ts'

const StepPanel = later(async () => (await import('./StepPanel.tsx')).StepPanel, <Skeleton height={240} />)

const leaving = { title: 'Leave this page?', confirmLabel: 'Leave', cancelLabel: 'Stay', danger: true }

/** Returns the question to ask before leaving, if leaving would lose something. */
function leaveQuestion(step: Step, kept: ImportResult | undefined): Question | undefined {
  if (step.at === 'importing') return { ...leaving, message: 'The import is still running. Leaving cancels it.' }
  if (step.at === 'done' && step.result !== kept && credentialsOf(step.result).length > 0)
    return { ...leaving, message: 'These passwords are shown only now. Have you printed or saved them?' }
  return undefined
}

export function ImportPage({ kind }: { kind: ImportKind }) {
  const allowed = can(useRoles(), `${kind}:write`)
  const { title, to, of } = SCREENS[kind]
  return (
    <Page
      title={title}
      actions={
        <ScreenButton to={to} icon={IconArrowLeft}>
          Back to {of}
        </ScreenButton>
      }
    >
      {allowed ? <ImportPanel kind={kind} /> : <Prompt icon={IconLock} title="You are not allowed to import" />}
    </Page>
  )
}

function ImportPanel({ kind }: { kind: ImportKind }) {
  const { step, progress, choose, cancel, ...does } = useImport(kind)
  StepPanel.useWhenIdle()
  const [kept, setKept] = useState<ImportResult>()
  const question = leaveQuestion(step, kept)
  // The chosen file and the passwords would be lost on a way over the login page.
  useOpenForm()
  useLeaveGuard(() => question !== undefined, cancel, question)

  const asks = question !== undefined
  useEffect(() => {
    if (!asks) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asks])

  switch (step.at) {
    case 'importing':
      return (
        <ProgressPanel
          fileName={step.file.name}
          {...importProgress(step, progress)}
          note="All rows are imported or none. Cancelling before it is written leaves nothing."
          onCancel={cancel}
        />
      )
    case 'done':
      return <StepPanel kind={kind} step={step} onKept={() => setKept(step.result)} {...does} />
    default:
      return (
        <>
          {step.at === 'choose' && <ReachPanel kind={kind} />}
          <SheetFields kind={kind} problems={step.at === 'choose' ? step.problems : []} onChoose={choose} />
          {step.at === 'choose' && <PastImportsPanel kind={kind} />}
          {step.at === 'previewing' && (
            <ProgressPanel fileName={step.file.name} {...previewProgress(progress)} onCancel={cancel} />
          )}
          {step.at === 'preview' && <StepPanel kind={kind} step={step} onKept={() => undefined} {...does} />}
        </>
      )
  }
}

interface Shown {
  label: string
  share: number
}

function previewProgress(progress: Progress = 0): Shown {
  if (progress === 'waiting') return { label: 'Waiting for the server…', share: 0 }
  return { label: progress < 1 ? 'Uploading...' : 'Checking the rows...', share: progress }
}

function importProgress({ done, total }: Extract<Step, { at: 'importing' }>, sent: Progress = 0): Shown {
  if (total > 0) return { label: done < total ? 'Importing...' : 'Saving...', share: done / total }
  const share = Number(sent)
  return share < 1 ? { label: 'Uploading...', share } : { label: 'Checking the rows...', share: 0 }
}

export const ImportStudentsPage = () => <ImportPage kind="students" />
export const ImportStaffPage = () => <ImportPage kind="staff" />
export const ImportSkillsPage = () => <ImportPage kind="skills" />
export const ImportDepartmentsPage = () => <ImportPage kind="departments" />
export const ImportDesignationsPage = () => <ImportPage kind="designations" />
export const ImportGroupsPage = () => <ImportPage kind="groups" />
export const ImportAttendancePage = () => <ImportPage kind="attendance" />
export const ImportResultsPage = () => <ImportPage kind="results" />
