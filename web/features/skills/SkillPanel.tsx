import type { Skill } from '../../../shared/contract/skills.ts'
import { LEVEL_WORDS, wordOf } from '../../../shared/labels.ts'
import { Facts } from '../../ui/Facts.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { alsoCountsText } from './rules.ts'

/** Shows all fields of a skill. */
export const SkillPanel = ({ skill }: { skill: Skill }) => (
  <Facts
    facts={[
      ['Name', skill.name],
      ['Code', skill.code],
      ['Department', skill.department.name],
      ['Category', skill.category],
      ['Level to reach', wordOf(LEVEL_WORDS, skill.level)],
      ['What counts', alsoCountsText(skill)],
      ['Usual count', skill.usual_count],
      ['Usual number a day', skill.usual_a_day],
      ['Year', skill.year],
      ['Status', <StatusBadge key="status" status={skill.status} />],
      ['Description', skill.description, 'wide'],
    ]}
  />
)
