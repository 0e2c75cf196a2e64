import { useQuery } from '@tanstack/react-query'
import type { SkillStanding } from '../../../shared/contract/logbook.ts'
import { AddressLink } from '../../layout/AddressLink.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { LogbookFile } from '../../parts/LogbookFile.tsx'
import { missingFirst, signedText, standingNotes, standingsQuery } from '../../parts/standings.ts'
import { Paper, Skeleton, Text } from '../../ui/elements.tsx'
import { Bar } from '../../ui/ProgressBar.tsx'
import { DOT } from '../../ui/texts.ts'
import { FirstList } from './FirstList.tsx'
import classes from './LogbookPanel.module.css'
import { SectionPanel } from './SectionPanel.tsx'
import page from './StudentPage.module.css'

interface Props {
  studentId: number
  reader: 'staff' | 'student'
}

/** Shows what is signed of each skill, what is missing first; each figure opens its performances. */
export function LogbookPanel({ studentId, reader }: Props) {
  const standings = useQuery(standingsQuery(studentId))
  const sum = standings.data && signedText(standings.data)
  return (
    <SectionPanel
      id="logbook"
      title="Logbook"
      rule="What counts is signed as completed, at the level of the skill, within the dates of what is required."
      actions={
        reader === 'student' && (
          <span data-screen>
            <ScreenLink to="/logbook" className={page.link}>
              My performances
            </ScreenLink>
          </span>
        )
      }
    >
      <ListState
        query={standings}
        skeleton={<Skeleton height={120} role="status" aria-label="Loading" />}
        isEmpty={(skills) => skills.length === 0}
        empty={<Text>Nothing is required or logged yet.</Text>}
      >
        {(skills) => (
          <>
            {sum && <Text fw={600}>{sum}</Text>}
            <FirstList rows={missingFirst(skills)} of="skills">
              {(shown) => (
                <ul className={classes.skills}>
                  {shown.map((one) => (
                    <OfSkill key={one.skill.id} standing={one} />
                  ))}
                </ul>
              )}
            </FirstList>
            <LogbookFile studentId={studentId} />
          </>
        )}
      </ListState>
    </SectionPanel>
  )
}

function OfSkill({ standing }: { standing: SkillStanding }) {
  const { skill, department, required, counted, signed } = standing
  const notes = standingNotes(standing)
  const figure = required === null ? `${signed} signed` : `${counted} of ${required}`
  return (
    <Paper component="li" withBorder p="sm" className={classes.skill}>
      <div className={classes.head}>
        <Text fw={600} dir="auto" className={classes.name}>
          {skill.name}
        </Text>
        <span className={page.figures}>
          <AddressLink
            label={`${figure}: ${skill.name}`}
            changes={{ modal: 'skill', id: skill.id }}
            className={page.figure}
          >
            {figure}
          </AddressLink>
        </span>
      </div>
      {required !== null && (
        <div aria-hidden>
          <Bar of={skill.name} percent={Math.min(100, Math.round((counted / Math.max(required, 1)) * 100))} thin />
        </div>
      )}
      <Text size="sm" c="dimmed">
        <bdi>{department.name}</bdi>
        {notes && `${DOT}${notes}`}
      </Text>
    </Paper>
  )
}
