import { collegeToday } from '../../../shared/college-clock.ts'
import type { InspectionPack } from '../../../shared/contract/inspection-packs.ts'
import { counted } from '../../../shared/labels.ts'
import { formatDay } from '../../core/formats.ts'
import type { RecordKind } from '../../ui/record-kind.ts'

export const PACK: RecordKind = { entity: 'inspection_pack', title: 'Inspection Pack', noun: 'inspection pack' }

export const isUnderWay = ({ state }: Pick<InspectionPack, 'state'>) => state === 'waiting' || state === 'making'

export const timeText = ({ from, to }: Pick<InspectionPack, 'from' | 'to'>) => `${formatDay(from)} to ${formatDay(to)}`

/** Names a pack: "Batch 2023, 1 Jan 2026 to 30 Jun 2026". */
export const packName = (pack: InspectionPack) => `${pack.batch.name}, ${timeText(pack)}`

export const fileName = ({ batch, from, to }: InspectionPack) =>
  `inspection-pack-${batch.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${from}-${to}.zip`

/** Returns how much of a pack is made, in whole percent; undefined while its files are not counted. */
export const percentOf = ({ files_done, files_total }: InspectionPack) =>
  files_total === null ? undefined : Math.floor((files_done / files_total) * 100)

function leftText(seconds: number | null): string {
  if (seconds === null) return ''
  return seconds < 60 ? ', less than a minute left' : `, about ${counted(Math.ceil(seconds / 60), 'minute')} left`
}

/** Says how far a pack is: "12 of 340 files, about 3 minutes left". */
export function progressText({ state, files_done, files_total, seconds_left }: InspectionPack): string {
  if (state === 'waiting') return 'Waits for its turn'
  if (files_total === null) return 'Counting the files…'
  return `${files_done} of ${counted(files_total, 'file')}${leftText(seconds_left)}`
}

/** A pack begins with the days of this year. */
export function packValues() {
  const today = collegeToday()
  return { batch_id: '', from: `${today.slice(0, 4)}-01-01`, to: today }
}

export const packBody = ({ batch_id, from, to }: ReturnType<typeof packValues>) => ({
  batch_id: Number(batch_id),
  from,
  to,
})
