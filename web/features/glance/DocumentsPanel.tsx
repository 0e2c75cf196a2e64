import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { VERIFY_PATH, type VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { can } from '../../../shared/permissions.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { documentMay } from '../../../shared/policies/verified-documents.ts'
import { codeText } from '../../../shared/verification-code.ts'
import { formatDay } from '../../core/formats.ts'
import { useRoles } from '../../core/login.ts'
import { useModalUrl } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { DocumentState } from '../../parts/DocumentState.tsx'
import { CLOSED_FILE, documentName } from '../../parts/document-name.ts'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { Button } from '../../ui/buttons.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { Group, Skeleton, Text } from '../../ui/elements.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { documentsQuery, readFileOf } from '../verified-documents/api.ts'
import { RowsTable } from './RowsTable.tsx'
import { SectionPanel } from './SectionPanel.tsx'
import classes from './StudentPage.module.css'

function What({ document }: { document: VerifiedDocument }) {
  const { verification_code } = document
  return (
    <div>
      <RowText kind="name">{documentName(document)}</RowText>
      <RowText kind="detail" figures>
        <ScreenLink to={`${VERIFY_PATH}/${verification_code}`} className={classes.link}>
          {codeText(verification_code)}
        </ScreenLink>
      </RowText>
    </div>
  )
}

function Actions({ document, withdraws }: { document: VerifiedDocument; withdraws: boolean }) {
  const { open } = useModalUrl()
  const name = documentName(document)
  return (
    <Group gap={8} data-screen>
      {document.is_open ? (
        <FileDownload name={`${document.kind}-${document.number}.pdf`} of={name} read={readFileOf(document)} />
      ) : (
        <RowText kind="detail">{CLOSED_FILE}</RowText>
      )}
      {withdraws && allows(documentMay.withdraw, document.state) && (
        <Button
          variant="default"
          size="sm"
          aria-label={`Withdraw ${name}`}
          onClick={() => open('withdraw', document.id)}
        >
          Withdraw
        </Button>
      )}
    </Group>
  )
}

const columnsFor = (withdraws: boolean): readonly Column<VerifiedDocument>[] => [
  { header: 'Document', cell: (document) => <What document={document} /> },
  { header: 'State', cell: (document) => <DocumentState document={document} /> },
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
  { header: 'File', cell: (document) => <Actions document={document} withdraws={withdraws} /> },
]

const documentId = ({ id }: VerifiedDocument) => id

/** Lists the papers about the student that the college has given out. */
export function DocumentsPanel({ studentId }: { studentId: number }) {
  const found = useQuery(documentsQuery(studentId))
  const roles = useRoles()
  const { open } = useModalUrl()
  // With the eyes of a department a paper would leave the others out.
  const { locked, loading } = useOwnDepartment()
  const issues = can(roles, 'documents:issue') && !loading && !locked
  const columns = useMemo(() => columnsFor(issues), [issues])
  return (
    <SectionPanel
      id="documents"
      title="Documents"
      rule="Papers that the college has given out. Each has a code by which anybody can check it."
      actions={
        issues && (
          <span data-screen>
            <Button variant="default" size="sm" onClick={() => open('issue')}>
              Issue document
            </Button>
          </span>
        )
      }
    >
      <ListState
        query={found}
        skeleton={<Skeleton height={120} role="status" aria-label="Loading" />}
        isEmpty={(documents) => documents.length === 0}
        empty={<Text>No documents yet.</Text>}
      >
        {(documents) => (
          <RowsTable
            of="documents"
            caption="Documents of the student"
            columns={columns}
            rows={documents}
            rowKey={documentId}
          />
        )}
      </ListState>
    </SectionPanel>
  )
}
