import type { VerdictCounts } from '../../../shared/contract/eligibility.ts'
import { ELIGIBILITY_VERDICTS, ELIGIBILITY_WORDS, figure } from '../../../shared/labels.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group } from '../../ui/elements.tsx'
import classes from './VerdictsPanel.module.css'

interface Props {
  counts: VerdictCounts | undefined
  verdict: (typeof ELIGIBILITY_VERDICTS)[number] | undefined
  onChoose: (changes: { verdict: string | undefined }) => void
}

/** Counts the verdicts; a press lists those of one, and a second one all. */
export const VerdictsPanel = ({ counts, verdict, onChoose }: Props) => (
  <Group gap={8} role="group" aria-label="Verdicts" className={classes.row}>
    {ELIGIBILITY_VERDICTS.map((one) => (
      <Button
        key={one}
        variant={one === verdict ? 'filled' : 'default'}
        aria-pressed={one === verdict}
        onClick={() => onChoose({ verdict: one === verdict ? undefined : one })}
      >
        {ELIGIBILITY_WORDS[one]} {counts ? figure(counts[one]) : '…'}
      </Button>
    ))}
  </Group>
)
