import type { CheckedDocument } from '../../../shared/contract/verified-documents.ts'
import { DOCUMENT_WORDS, entryOf, wordOf } from '../../../shared/labels.ts'
import { formatDay } from '../../core/formats.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Stack } from '../../ui/elements.tsx'
import { type Fact, Facts } from '../../ui/Facts.tsx'
import { CompareFields } from './CompareFields.tsx'
import { stateText } from './rules.ts'

const COLOURS = { stands: 'green', replaced: 'yellow', withdrawn: 'red' } as const

const ADVICE: Record<CheckedDocument['state'], string> = {
  stands: 'Please compare what it says here with the paper.',
  replaced: 'The college has issued a newer one. Please ask for it.',
  withdrawn: 'The college does not stand by it any more.',
}

/** Tells whether a document stands, and what it says of itself. */
export function CheckedPanel({ document }: { document: CheckedDocument }) {
  const { state, kind, number, name, roll_no, issued_on, sha256, board_sha256 } = document
  const facts: Fact[] = [
    ['Document', wordOf(DOCUMENT_WORDS, kind)],
    ...(board_sha256 === null
      ? []
      : ([['Papers', 'The list with its figures, and its names for the board']] as Fact[])),
    ['Number', number],
    ...(name === null
      ? []
      : ([
          ['Name', name],
          ['Roll number', roll_no],
        ] as Fact[])),
    ['Issued', formatDay(issued_on)],
  ]
  return (
    <Stack gap="md">
      <Alert color={entryOf(COLOURS, state) ?? 'gray'} role="status" title={stateText(document)}>
        {entryOf(ADVICE, state)}
      </Alert>
      <Facts facts={facts} />
      <CompareFields sha256={sha256} board_sha256={board_sha256} />
    </Stack>
  )
}
