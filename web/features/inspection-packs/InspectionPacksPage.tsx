import type { InspectionPack } from '../../../shared/contract/inspection-packs.ts'
import { formatInstant, formatSize } from '../../core/formats.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { Button } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { Bar } from '../../ui/ProgressBar.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { packsQuery, readFileOf, usePackChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import classes from './InspectionPacksPage.module.css'
import { fileName, isUnderWay, PACK, packName, percentOf, progressText, timeText } from './rules.ts'

export { needs } from './api.ts'

const AskPackModal = later(dialogs.add)

function State({ pack }: { pack: InspectionPack }) {
  return (
    <div className={classes.progress}>
      <StatusBadge status={pack.state} />
      {isUnderWay(pack) && (
        <>
          <RowText kind="detail">{progressText(pack)}</RowText>
          <Bar of={`Progress of ${packName(pack)}`} percent={percentOf(pack)} thin />
        </>
      )}
      {pack.failure && <RowText kind="detail">{pack.failure}</RowText>}
      {pack.kept_until && <RowText kind="detail">{`Kept until ${formatInstant(pack.kept_until)}`}</RowText>}
    </div>
  )
}

const COLUMNS: readonly Column<InspectionPack>[] = [
  {
    header: 'Batch and time',
    cell: (pack) => (
      <div>
        <RowText kind="name" own>
          {pack.batch.name}
        </RowText>
        <RowText kind="detail">{timeText(pack)}</RowText>
      </div>
    ),
  },
  {
    header: 'Asked by',
    cell: (pack) => (
      <div>
        <span dir="auto">{pack.asked_by.name}</span>
        <RowText kind="detail">{formatInstant(pack.created_at)}</RowText>
      </div>
    ),
  },
  { header: 'State', cell: (pack) => <State pack={pack} /> },
  {
    header: 'File',
    cell: ({ size, sha256, files_done }) =>
      size === null || sha256 === null ? (
        '—'
      ) : (
        <div>
          {`${formatSize(size)}, ${files_done} files`}
          <RowText kind="detail">SHA-256</RowText>
          <span className={classes.digest}>{sha256}</span>
        </div>
      ),
  },
]

/** Lists the inspection packs that are kept and under way, and asks for new ones. */
export function InspectionPacksPage() {
  AskPackModal.useWhenIdle(true)
  const filters = useFilters()
  const { remove } = usePackChanges()
  const list = useListPage({ kind: PACK, filters, query: packsQuery(filters.page), nameOf: packName, remove })
  const cancel = (pack: InspectionPack) =>
    void list.change(pack, {
      question: {
        title: 'Cancel inspection pack',
        message: 'Nothing of it is kept.',
        confirmLabel: 'Cancel the pack',
        danger: true,
      },
      run: ({ id }) => remove({ params: { id } }),
      done: 'The inspection pack was cancelled.',
    })
  const actions = actionsColumn<InspectionPack>((pack) => {
    const name = packName(pack)
    if (isUnderWay(pack))
      return (
        <Button variant="default" size="sm" aria-label={`Cancel ${name}`} onClick={() => cancel(pack)}>
          Cancel
        </Button>
      )
    return (
      <RowActions of={name} remove onAction={(action) => list.act(action, pack)}>
        {pack.size !== null && <FileDownload name={fileName(pack)} of={name} read={readFileOf(pack)} />}
      </RowActions>
    )
  })
  const table = {
    caption: 'Inspection packs',
    columns: [...COLUMNS, actions],
    rowKey: ({ id }: InspectionPack) => id,
  }
  return (
    <Page title="Inspection Packs" actions={<AddButton onClick={() => list.dialog.open('add')} />}>
      <Text size="sm" c="dimmed">
        All that an inspection asks of a batch in one ZIP: registers, logbooks, results, eligibility, surveys and issued
        documents, each as PDF and CSV, with a list of their SHA-256. Whoever gets it can check it with{' '}
        <code>npm run pack:check</code>.
      </Text>
      <PagedList
        list={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        empty={<Prompt title="No inspection packs yet" text="Choose Add, and then a batch and a time." />}
      >
        {({ data }) => <DataTable {...table} rows={data} />}
      </PagedList>
      {list.dialog.modal === 'add' && <AskPackModal onClose={list.dialog.close} />}
    </Page>
  )
}
