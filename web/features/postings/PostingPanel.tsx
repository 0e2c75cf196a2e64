import type { Posting } from '../../../shared/contract/postings.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { Facts } from '../../ui/Facts.tsx'
import { clashText } from './rules.ts'

/** Shows all fields of a posting. */
export const PostingPanel = ({ posting }: { posting: Posting }) => (
  <Facts
    facts={[
      ['Group', posting.group.name],
      ['Batch', posting.batch.name],
      ['Department', posting.department.name],
      ['Ward', posting.ward],
      ['First day', writtenDay(posting.first_day)],
      ['Last day', writtenDay(posting.last_day)],
      ['Clashes', clashText(posting.clashes) || 'None', 'wide'],
    ]}
  />
)
