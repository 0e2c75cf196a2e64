import { useMemo } from 'react'
import type { Hint, HintKind } from '../../../shared/contract/logbook.ts'
import { wordOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { StudentName } from '../../parts/StudentName.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { actionsColumn } from '../../ui/RowActions.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { RowText } from '../../ui/RowText.tsx'

/** The sentences of the hints, which say what was found and not what it means. */
export const HINT_WORDS: Record<HintKind, string> = {
  'absent-day': 'Logged for a day on which the register says absent or on leave',
  'many-a-day': 'More on one day than is usual',
  'back-dated': 'Logged together, a week or more afterwards',
  'many-a-minute': 'Signed within one minute',
  'one-supervisor': 'One person has signed nearly all',
}

/** Tells how many there are, beside the number that is usual or all of them. */
function countText({ kind, skill, count, usual }: Hint): string {
  if (kind === 'many-a-day') return `${count} of ${skill?.name ?? 'a skill'}, ${usual ?? 0} are usual`
  if (kind === 'one-supervisor') return `${count} of ${usual ?? count} signatures`
  if (kind === 'many-a-minute') return `${count} signatures`
  return count === 1 ? '1 performance' : `${count} performances`
}

/** Says which day it is, where it is not that of the performances. */
const DAY_WORDS: Partial<Record<HintKind, string>> = {
  'back-dated': 'Logged on',
  'many-a-minute': 'Signed on',
  'one-supervisor': 'Since',
}

/** Returns a key of a hint, by which React knows its row. */
const keyOfHint = ({ kind, entry_ids }: Hint) => `${kind} ${entry_ids[0]}`

interface Props {
  hints: readonly Hint[]
  onShow: (hint: Hint) => void
}

/** Lists hints, each as a sentence. */
export function HintsTable({ hints, onShow }: Props) {
  const columns = useMemo(
    (): Column<Hint>[] => [
      {
        header: 'Hint',
        cell: (hint) => (
          <div id={keyOfHint(hint).replace(' ', '-')}>
            <RowText kind="name">{wordOf(HINT_WORDS, hint.kind)}</RowText>
            <RowText kind="detail" own>
              {countText(hint)}
            </RowText>
          </div>
        ),
      },
      {
        header: 'Person',
        cell: ({ student, person }) =>
          student ? (
            <div>
              <StudentName student={student} />
              <RowText kind="detail">{student.roll_no}</RowText>
            </div>
          ) : (
            person && <PersonName name={person.name} />
          ),
      },
      { header: 'Department', cell: ({ department }) => <bdi>{department.name}</bdi> },
      {
        header: 'Day',
        cell: ({ kind, day }) => (
          <div>
            {DAY_WORDS[kind] && (
              <RowText kind="detail" figures>
                {DAY_WORDS[kind]}
              </RowText>
            )}
            <RowText kind="name" figures>
              {writtenDay(day)}
            </RowText>
          </div>
        ),
      },
      actionsColumn((hint) => (
        <RowButton of={keyOfHint(hint).replace(' ', '-')} onClick={() => onShow(hint)}>
          Show entries
        </RowButton>
      )),
    ],
    [onShow],
  )
  return <DataTable caption="Hints" columns={columns} rows={hints} rowKey={keyOfHint} />
}
