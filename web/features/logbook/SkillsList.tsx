import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import type { SkillStanding } from '../../../shared/contract/logbook.ts'
import { LEVEL_WORDS, wordOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { usePrinting } from '../../ui/OnPaper.tsx'
import { Bar } from '../../ui/ProgressBar.tsx'
import { PHONE } from '../../ui/phone.ts'
import { DOT } from '../../ui/texts.ts'
import { byDepartment, isReached, standingText } from './rules.ts'
import { doneText } from './running.ts'
import classes from './SkillsList.module.css'

interface Props {
  skills: readonly SkillStanding[]
  /** The departments of the running postings, which come first. */
  runningIn: readonly number[]
  onLog: (skillId: number) => void
}

/**
 * Lists the skills of a student by department, what is still missing first. A phone shows those of the running posting,
 * else of the first department; the others open by their name.
 */
export function SkillsList({ skills, runningIn, onLog }: Props) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const isWhole = usePrinting() || !isPhone
  const departments = byDepartment(skills, runningIn)
  const isRunning = ({ id }: { id: number }) => runningIn.includes(id)
  const first = departments.some(isRunning) ? isRunning : ({ id }: { id: number }) => id === departments[0]?.id
  return departments.map((department) =>
    isWhole || first(department) ? (
      <Stack key={department.id} component="section" gap="xs" aria-label={department.name}>
        <Title order={2} size="h4">
          <bdi>{department.name}</bdi>
        </Title>
        <SkillRows skills={department.skills} onLog={onLog} />
      </Stack>
    ) : (
      <details key={department.id} className={classes.fold}>
        <summary>
          <Title order={2} size="h4" className={classes.folded}>
            <bdi>{department.name}</bdi>
          </Title>
          <Text size="sm" c="dimmed" className={classes.figures}>
            {doneText(department.skills)}
          </Text>
        </summary>
        <SkillRows skills={department.skills} onLog={onLog} />
      </details>
    ),
  )
}

const SkillRows = ({ skills, onLog }: Pick<Props, 'skills' | 'onLog'>) => (
  <ul className={classes.list}>
    {skills.map((one) => (
      <SkillRow key={one.skill.id} standing={one} onLog={() => onLog(one.skill.id)} />
    ))}
  </ul>
)

function SkillRow({ standing, onLog }: { standing: SkillStanding; onLog: () => void }) {
  const { skill, required, counted, returned, ends_on, ends_with_posting } = standing
  const missing = required === null ? 0 : required - counted
  return (
    <li className={classes.skill}>
      <div className={classes.words}>
        <Group gap="xs">
          <Text fw={600} dir="auto" className={classes.name}>
            {skill.name}
          </Text>
          {isReached(standing) && (
            <Text size="sm" className={classes.reached}>
              <IconCircleCheck size={16} aria-hidden /> Done
            </Text>
          )}
        </Group>
        {required !== null && (
          <div className={classes.bar} aria-hidden>
            <Bar of={skill.name} percent={Math.min(100, Math.round((counted / Math.max(required, 1)) * 100))} thin />
          </div>
        )}
        <Text size="sm" c="dimmed">
          Asked for: {wordOf(LEVEL_WORDS, skill.level).toLowerCase()}
        </Text>
        <Text size="sm" className={classes.figures}>
          {standingText(standing)}
          {returned > 0 && `${DOT}${returned} returned`}
        </Text>
        {missing > 0 && ends_on && (
          <Text size="sm" c="dimmed">
            {missing} missing by {writtenDay(ends_on)}
            {ends_with_posting && ', end of the posting'}
          </Text>
        )}
      </div>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        aria-label={`Log one: ${skill.name}`}
        onClick={onLog}
      >
        Log one
      </Button>
    </li>
  )
}
