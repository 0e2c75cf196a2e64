import { useQuery } from '@tanstack/react-query'
import type { FrozenListWithRules } from '../../../shared/contract/eligibility-lists.ts'
import { VERIFY_PATH } from '../../../shared/contract/verified-documents.ts'
import { can } from '../../../shared/permissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { documentMay } from '../../../shared/policies/verified-documents.ts'
import { codeText } from '../../../shared/verification-code.ts'
import { formatInstant } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { NotFoundPage } from '../../layout/NotFoundPage.tsx'
import { Page } from '../../layout/Page.tsx'
import { DocumentState } from '../../parts/DocumentState.tsx'
import { type ExportedFile, ExportPanel } from '../../parts/ExportPanel.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Skeleton } from '../../ui/elements.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { DifferencesPanel } from './DifferencesPanel.tsx'
import { frozenDialogs } from './dialogs.ts'
import { FrozenRowsPanel } from './FrozenRowsPanel.tsx'
import { comparableQuery, exportBoard, exportFrozen, frozenListQuery } from './lists.api.ts'
import { comparableOf, frozenRuleText, listAddressOf, listPlace } from './lists.rules.ts'

export { listNeeds as needs } from './lists.api.ts'

const WithdrawModal = later(frozenDialogs.withdraw)
const FORMATS = ['pdf', 'xlsx'] as const

/** The names and verdicts of a list alone, as a college pins them to its board. */
const boardOf = ({ id, number }: FrozenListWithRules): ExportedFile => ({
  label: 'Names for the board (PDF)',
  format: 'pdf',
  fileName: () => `eligibility-board-${number}`,
  read: exportBoard(id),
})

/** Shows one frozen list with its files, and what differs from another one of its batch. */
export function FrozenListPage() {
  const id = useFilters().id('listId')
  return id === undefined ? <NotFoundPage /> : <Frozen id={id} />
}

function Frozen({ id }: { id: number }) {
  const found = useQuery(frozenListQuery(id))
  const list = found.data
  return (
    <Page title={list ? `Eligibility List ${list.number}` : 'Eligibility List'}>
      <ListState query={found} skeleton={<Skeleton height={160} role="status" aria-label="Loading" />}>
        {(shown) =>
          shown ? (
            <Shown list={shown} />
          ) : (
            <Prompt title="List not found" text="It does not exist, or you have no access to it." />
          )
        }
      </ListState>
    </Page>
  )
}

function Shown({ list }: { list: FrozenListWithRules }) {
  const filters = useFilters()
  const { other } = listAddressOf(filters)
  const others = useQuery(comparableQuery(list))
  const { modal, open, close } = useModalUrl()
  // With the eyes of a department nobody withdraws what tells of others, too.
  const { locked, loading } = useOwnDepartment()
  const freezes = can(useRoles(), 'eligibility:freeze') && !loading && !locked
  const choices = comparableOf(list, others.data ?? [])
  return (
    <>
      <Facts
        facts={[
          ...(list.title === null ? [] : ([['Title', list.title]] as const)),
          ['Batch and department', listPlace(list)],
          ['Frozen', `${formatInstant(list.frozen_at)}, ${list.frozen_by.name}`],
          ['State', <DocumentState key="state" document={list} />],
          ['Required', list.rules.map(frozenRuleText).join('; '), 'wide'],
          [
            'Code',
            <RowLink key="code" to={`${VERIFY_PATH}/${list.verification_code}`}>
              {codeText(list.verification_code)}
            </RowLink>,
            'wide',
          ],
        ]}
      />
      <Group gap="sm">
        <ExportPanel
          formats={FORMATS}
          fileName={() => `eligibility-list-${list.number}`}
          read={exportFrozen(list.id)}
          more={list.board_sha256 === null ? [] : [boardOf(list)]}
        />
        {freezes && allows(documentMay.withdraw, list.state) && (
          <Button variant="default" onClick={() => open('withdraw')}>
            Withdraw list
          </Button>
        )}
      </Group>
      {(choices.length > 0 || other !== undefined) && (
        <SelectField
          label="Compare with"
          blank="No other list"
          options={choices}
          value={String(other ?? '')}
          source={others}
          onChange={(event) =>
            filters.choose({ with: event.currentTarget.value, kind: undefined, verdict: undefined, q: undefined })
          }
        />
      )}
      {other === undefined ? <FrozenRowsPanel list={list} /> : <DifferencesPanel list={list} other={other} />}
      {freezes && modal === 'withdraw' && (
        <WithdrawModal
          document={{ id: list.document_id, kind: 'eligibility-list', number: list.number }}
          onClose={close}
        />
      )}
    </>
  )
}
