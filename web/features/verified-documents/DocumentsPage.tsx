import { VERIFY_PATH, type VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { DOCUMENT_STATES } from '../../../shared/labels.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { documentMay, mayWithdraw } from '../../../shared/policies/verified-documents.ts'
import { codeText } from '../../../shared/verification-code.ts'
import { formatDay } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { DocumentState } from '../../parts/DocumentState.tsx'
import { CLOSED_FILE, documentName } from '../../parts/document-name.ts'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { WholeNumbers } from '../../ui/WholeNumbers.tsx'
import { issuedQuery, readFileOf } from './api.ts'
import { dialogs } from './dialogs.ts'
import { addressOf, DOCUMENT, frozenListAddress, KIND_OPTIONS, listPlace } from './rules.ts'

export { issuedNeeds as needs } from './api.ts'

const WithdrawModal = later(dialogs.withdraw)

const COLUMNS: readonly Column<VerifiedDocument>[] = [
  {
    header: 'Document',
    cell: (document) => (
      <div>
        <RowText kind="name">
          <WholeNumbers text={documentName(document)} />
        </RowText>
        <RowText kind="detail" figures>
          <RowLink to={`${VERIFY_PATH}/${document.verification_code}`}>{codeText(document.verification_code)}</RowLink>
        </RowText>
      </div>
    ),
  },
  {
    header: 'About',
    cell: ({ student_id, name, roll_no, list }) =>
      student_id === null ? (
        list && (
          <div>
            <RowLink to={frozenListAddress(list.id)}>{list.title ?? 'Frozen list'}</RowLink>
            <RowText kind="detail" own>
              {listPlace(list)}
            </RowText>
          </div>
        )
      ) : (
        <div>
          <StudentName student={{ id: student_id, name: name ?? '' }} />
          <RowText kind="detail">{roll_no}</RowText>
        </div>
      ),
  },
  {
    header: 'Issued',
    cell: ({ issued_on, issued_by }) => (
      <div>
        {formatDay(issued_on)}
        <RowText kind="detail" own>
          {issued_by.name}
        </RowText>
      </div>
    ),
  },
  { header: 'State', cell: (document) => <DocumentState document={document} /> },
]

/** Lists every paper that the college has given out, with who issued it to whom. */
export function DocumentsPage() {
  const filters = useFilters()
  const filter = addressOf(filters)
  const roles = useRoles()
  // With the eyes of a department nobody withdraws what tells of others, too.
  const { locked, loading } = useOwnDepartment()
  const list = useListPage({
    kind: DOCUMENT,
    filters,
    query: issuedQuery(filter, filters.page),
    nameOf: documentName,
  })
  const { search, empty } = searchedList({
    list,
    filters,
    filter,
    of: 'documents',
    none: 'No documents',
    first: '',
    adds: false,
  })
  const withdraws = ({ kind, state }: VerifiedDocument) =>
    !loading && !locked && mayWithdraw(kind, roles) && allows(documentMay.withdraw, state)
  const columns = [
    ...COLUMNS,
    actionsColumn<VerifiedDocument>((document) => (
      <>
        {document.is_open ? (
          <FileDownload
            name={`${document.kind}-${document.number}.pdf`}
            of={documentName(document)}
            read={readFileOf(document)}
          />
        ) : (
          <RowText kind="detail">{CLOSED_FILE}</RowText>
        )}
        {withdraws(document) && (
          <Button
            variant="default"
            size="sm"
            aria-label={`Withdraw ${documentName(document)}`}
            onClick={() => list.dialog.open('withdraw', document.id)}
          >
            Withdraw
          </Button>
        )}
      </>
    )),
  ]
  const table = { caption: 'Issued documents', columns, rowKey: ({ id }: VerifiedDocument) => id }
  const { modal, id, close } = list.dialog
  const opened = modal === 'withdraw' && list.query.data?.data.find((one) => one.id === id)
  return (
    <Page title="Issued Documents" actions={<ScreenButton to="/eligibility/lists">Frozen lists</ScreenButton>}>
      <Text size="sm" c="dimmed">
        Every paper that was given out, by the names of its day. A document about a student is issued from the student’s
        page.
      </Text>
      <SearchField
        label="Search documents"
        placeholder="Name, roll number, list, document number or code"
        {...search}
      />
      <SimpleGrid cols={{ base: 2 }} spacing="xs">
        <SelectField
          label="Kind"
          blank="All kinds"
          options={KIND_OPTIONS}
          value={filter.kind ?? ''}
          onChange={(event) => filters.choose({ kind: event.currentTarget.value })}
        />
        <SelectField
          label="State"
          blank="Any state"
          options={wordOptions(DOCUMENT_STATES)}
          value={filter.state ?? ''}
          onChange={(event) => filters.choose({ state: event.currentTarget.value })}
        />
      </SimpleGrid>
      <PagedList list={list} skeleton={<DataTable {...table} rows={[]} loading />} empty={empty}>
        {({ data }) => <DataTable {...table} rows={data} />}
      </PagedList>
      {opened && withdraws(opened) && <WithdrawModal document={opened} onClose={close} />}
    </Page>
  )
}
