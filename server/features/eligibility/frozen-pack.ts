import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FrozenListWithRules } from '../../../shared/contract/eligibility-lists.ts'
import { VERIFY_PATH } from '../../../shared/contract/verified-documents.ts'
import { labelOf } from '../../../shared/labels.ts'
import { codeText } from '../../../shared/verification-code.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { conflict } from '../../core/errors.ts'
import { factsOf, type PackCall } from '../../documents/packs/part.ts'
import { dayText, instantsIn } from '../../documents/pdf/maker.ts'

/** A frozen list as a pack tells it: what it is checked by too. */
export type PackedList = Pick<
  FrozenListWithRules,
  | 'id'
  | 'document_id'
  | 'number'
  | 'title'
  | 'department'
  | 'frozen_at'
  | 'frozen_by'
  | 'state'
  | 'ended_on'
  | 'replaced_by'
  | 'verification_code'
  | 'sha256'
  | 'board_sha256'
>

/** Reads the bytes of a paper that was issued. @throws 409, by which a pack leaves it out, when they are gone or others */
export async function issuedFile(
  { openKept }: PackCall,
  file: { storage_key: string; sha256: Buffer } | undefined,
): Promise<Buffer> {
  const bytes = file && (await openKept(file.storage_key))
  if (!file || !bytes) throw conflict('The file that was issued is not there any more.')
  const read = await buffer(bytes)
  if (!createHash('sha256').update(read).digest().equals(file.sha256))
    throw conflict('The kept file is not the one that was issued: its SHA-256 is another one.')
  return read
}

const COLUMNS = [
  'Number',
  'Title',
  'Department',
  'Frozen At',
  'Frozen By',
  'State',
  'Ended On',
  'Replaced By',
  'Verification Code',
  'SHA-256',
  'SHA-256 of the Names for the Board',
] as const

const departmentOf = ({ department }: PackedList) => department?.name ?? 'All departments'

/** Says since when, and by which number, a list does not stand any more. */
const stateText = ({ state, ended_on, replaced_by }: PackedList) => {
  const ended = ended_on === null ? '' : `, ${writtenDay(ended_on)}`
  return state === 'replaced' && replaced_by ? `Replaced by ${replaced_by}${ended}` : `${labelOf(state)}${ended}`
}

/** Returns the list of the frozen lists: what each is checked by, and whether it stands. */
export function indexOf({ of, maker, settings }: PackCall, lists: readonly PackedList[]) {
  const at = instantsIn(maker.timezone)
  const page = settings.PUBLIC_URL && new URL(VERIFY_PATH, settings.PUBLIC_URL).href
  return {
    report: {
      college: maker.college,
      title: 'Frozen Lists',
      date: dayText(maker.timezone),
      facts: [...factsOf(of), ...(page ? [['Checked at', page] as const] : [])],
      parts: [
        {
          table: {
            columns: [
              { label: 'Number', share: 0.15 },
              { label: 'List', share: 0.24 },
              { label: 'Frozen', share: 0.14 },
              { label: 'State', share: 0.23 },
              { label: 'Code', share: 0.24 },
            ],
            rows: lists.map((list) => [
              list.number,
              [list.title, departmentOf(list)].filter(Boolean).join('\n'),
              at(list.frozen_at),
              stateText(list),
              codeText(list.verification_code),
            ]),
            empty: 'No list was frozen in this time',
          },
        },
      ],
    },
    sheet: {
      columns: COLUMNS,
      rows: lists.map((list) => [
        list.number,
        list.title ?? '',
        departmentOf(list),
        at(list.frozen_at),
        list.frozen_by.name,
        labelOf(list.state),
        list.ended_on ?? '',
        list.replaced_by ?? '',
        codeText(list.verification_code),
        list.sha256,
        list.board_sha256 ?? '',
      ]),
    },
  }
}
