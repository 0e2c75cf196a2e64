import type { ReportStats } from '../../../shared/contract/student-reports.ts'
import { Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { countedText, totalsSum } from './rules.ts'

interface Props {
  totals: ReportStats
  counted: Parameters<typeof countedText>[0]
  onClose: () => void
}

/** Tells the rule behind the percentage of the listed students. */
export const CountModal = ({ totals, counted, onClose }: Props) => (
  <Modal title="How is this counted?" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
    <Stack gap="xs">
      <Text>
        {`Present and leave together divided by all marks of the listed students, as a whole percent. ${countedText(counted)}`}
      </Text>
      <Text fw={600}>{totalsSum(totals)}</Text>
      <Text>
        The marks are those of the listed students, each with present, absent and leave. A student’s own percentage
        counts present only, so the mean of theirs is not this one.
      </Text>
    </Stack>
  </Modal>
)
