import { IconQrcode } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { Page } from '../../layout/Page.tsx'
import { Button } from '../../ui/buttons.tsx'
import { later } from '../../ui/later.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AllEntriesPanel } from './AllEntriesPanel.tsx'
import { addressOf, knownSkillsQuery, type LogTab } from './api.ts'
import { dialogs } from './dialogs.ts'
import { SignedPanel } from './SignedPanel.tsx'
import { signatures } from './signatures.ts'
import { ToSignPanel } from './ToSignPanel.tsx'
import { UnsentPanel } from './UnsentPanel.tsx'

const UNSENT = {
  waiting: 'Your signature is kept on this device, and sent when the network is back.',
  refused: 'The server refused your signature.',
}
const DISCARDING = {
  title: 'Discard signature?',
  message: 'It is kept on this device only. The performances stay unsigned.',
}

const SignByCodeModal = later(dialogs.sign)
const EntryModal = later(dialogs.view)
const ReasonModal = later(dialogs.return)

// Heads and those above open these seldom.
const MatrixPanel = later(async () => (await import('./MatrixPanel.tsx')).MatrixPanel)
const HintsPanel = later(async () => (await import('./HintsPanel.tsx')).HintsPanel)

const TAB_WORDS: Record<LogTab, string> = {
  'to-sign': 'To sign',
  signed: 'Signed by me',
  entries: 'Entries',
  groups: 'Groups',
  hints: 'Hints',
}

const SKILLS_AFTER_MS = 2_000

/** Keeps the skills on the device of those who sign: without network they name what a picture holds. */
function useSkillsKept(signs: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!signs) return
    // The screen comes first.
    const timer = setTimeout(() => void client.prefetchQuery(knownSkillsQuery), SKILLS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, signs])
}

/** Shows staff what they are to sign, what they have signed, and the entries that they may read. */
export function StaffLogbookPanel() {
  const filters = useFilters()
  const { tab, tabs } = addressOf(filters)
  const { modal, id, open, close } = useModalUrl()
  const signs = can(useRoles(), 'logbook:sign')
  SignByCodeModal.useWhenIdle(signs)
  ReasonModal.useWhenIdle(signs)
  useSkillsKept(signs)

  // The code goes with the dialog: it is used, or over.
  const closeSign = () => (filters.text('code') ? filters.set({ modal: undefined, code: undefined }) : close())
  return (
    <Page
      title="Logbook"
      actions={
        signs && (
          <Button leftSection={<IconQrcode size={18} aria-hidden />} onClick={() => open('sign')}>
            Sign by code
          </Button>
        )
      }
    >
      <UnsentPanel
        entries={signatures.useEntries().map((one) => ({ ...one, detail: one.about?.students }))}
        texts={UNSENT}
        nameOf={(title) => `the signature for ${title}`}
        question={DISCARDING}
        discard={signatures.discard}
        retry={signatures.retry}
      />
      <Tabs
        label="Parts of the logbook"
        tabs={tabs.map((value) => ({ value, label: TAB_WORDS[value] }))}
        value={tab}
        onChange={(value) => filters.choose({ tab: value === tabs[0] ? undefined : value })}
      >
        {tab === 'to-sign' && <ToSignPanel studentId={filters.id('student_id')} onOpen={open} />}
        {tab === 'signed' && <SignedPanel onOpen={open} />}
        {tab === 'groups' && <MatrixPanel onOpen={open} />}
        {tab === 'hints' && <HintsPanel onOpen={open} />}
        {tab === 'entries' && <AllEntriesPanel onOpen={open} />}
      </Tabs>
      {modal === 'sign' && signs && <SignByCodeModal code={filters.text('code')} onClose={closeSign} />}
      {modal === 'view' && id !== undefined && <EntryModal id={id} onOpen={open} onClose={close} />}
      {(modal === 'return' || modal === 'unsign') && id !== undefined && signs && (
        <ReasonModal key={modal} id={id} kind={modal} onClose={close} />
      )}
    </Page>
  )
}
