import { IconAdjustments } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { collegeToday } from '../../../shared/college-clock.ts'
import { AGE_WORDS, type LogChoices } from '../../../shared/contract/logbook.ts'
import { LEVEL_WORDS, LEVELS, labelOf, PERSON_GENDERS, SETTINGS, wordOf } from '../../../shared/labels.ts'
import { LOG_ENTRIES_MAX } from '../../../shared/limits.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { Radio, RadioGroup } from '../../ui/choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { SimpleGrid, Stack, Text } from '../../ui/elements.tsx'
import { TextArea, TextInput } from '../../ui/fields.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import type { Fields } from '../../ui/schema-form.ts'
import {
  ATTEMPT_WORDS,
  departmentOfSkill,
  type LogValues,
  optionsOf,
  placeAndSupervisor,
  SETTING_WORDS,
  shortText,
  skillOptions,
  valuesIn,
} from './rules.ts'

interface Props<Values extends LogValues> {
  fields: Fields<Values>
  choices: LogChoices
  /** The day before which a head has to sign. */
  earliestDay: string
  /** The departments in the order in which their skills are offered. */
  first?: readonly number[]
  /** An entry that is changed or corrected is of the same skill, and is one. */
  isOne?: boolean
}

/** The fields of a performance: what nobody can guess first, the rest as last time. */
export function LogFields<Values extends LogValues>(props: Props<Values>) {
  const { fields, choices, earliestDay, first, isOne = false } = props
  const places = useId()
  const given = fields as unknown as Fields<LogValues>
  const { values } = given
  const department = departmentOfSkill(choices, values.skill_id)
  const skill = choices.skills.find(({ id }) => String(id) === values.skill_id)
  const level = LEVELS.find((one) => one === values.level)
  const setting = SETTINGS.find((one) => one === values.setting)
  const short = skill && level && shortText({ level, setting }, skill)
  const isLate = values.performed_on !== '' && values.performed_on < earliestDay
  const supervisors = (department?.supervisors ?? []).filter(({ is_head }) => is_head || !isLate)

  function chooseSkill(skillId: string): void {
    const next = departmentOfSkill(choices, skillId)
    given.setFieldValue('skill_id', skillId)
    // Ward and supervisor of one department are of no use in another one.
    if (next?.id === department?.id) return
    const { place, supervisor_id } = placeAndSupervisor(next)
    given.setFieldValue('place', place)
    given.setFieldValue('supervisor_id', supervisor_id)
  }

  return (
    <Stack gap="md">
      <SelectField
        label="Skill"
        required
        blank="Choose a skill"
        options={skillOptions(choices, first)}
        {...given.getInputProps('skill_id')}
        disabled={isOne}
        onChange={(event) => chooseSkill(event.currentTarget.value)}
      />
      <RadioGroup label="What you did" required {...given.getInputProps('level')}>
        <Stack gap={4}>
          {LEVELS.map((level) => (
            <Radio key={level} value={level} label={LEVEL_WORDS[level]} line />
          ))}
        </Stack>
      </RadioGroup>
      {short && skill && (
        <Text size="sm" role="status">
          It is logged, and does not count towards a requirement: {short}. The skill asks for:{' '}
          {wordOf(LEVEL_WORDS, skill.level).toLowerCase()}
          {skill.allows_simulation ? ', also simulated' : ', with a patient'}.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput
          label="Day"
          type="date"
          required
          max={collegeToday()}
          description={isLate ? `Before ${writtenDay(earliestDay)} the head of department has to sign.` : undefined}
          {...given.getInputProps('performed_on')}
        />
        <TextInput
          label="Place"
          list={places}
          autoComplete="off"
          placeholder="Ward, clinic, theatre"
          {...given.getInputProps('place')}
        />
      </SimpleGrid>
      <datalist id={places}>
        {department?.places.map((place) => (
          <option key={place} value={place} />
        ))}
      </datalist>
      <SelectField
        label="Supervisor"
        required
        blank="Who was with you"
        options={supervisors.map(({ id, name, is_head }) => ({
          value: String(id),
          label: is_head ? `${name} (head of department)` : name,
        }))}
        {...given.getInputProps('supervisor_id')}
      />
      {!isOne && (
        <SelectField
          label="How often"
          options={TIMES}
          description="Each is an entry of its own."
          {...given.getInputProps('times')}
        />
      )}
      <MoreFields fields={given} isOpen={isOne && valuesIn(values)} />
    </Stack>
  )
}

const TIMES = Array.from({ length: LOG_ENTRIES_MAX }, (_, at) => ({
  value: String(at + 1),
  label: at === 0 ? 'Once' : `${at + 1} times`,
}))

const GENDERS = PERSON_GENDERS.map((value) => ({ value, label: labelOf(value) }))

function MoreFields({ fields, isOpen }: { fields: Fields<LogValues>; isOpen: boolean }) {
  const [opened, setOpened] = useState(isOpen)
  return (
    <Disclosure title="More" icon={IconAdjustments} opened={opened} onToggle={() => setOpened(!opened)}>
      <Stack gap="sm" mt="xs">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SelectField label="Setting" options={optionsOf(SETTING_WORDS)} {...fields.getInputProps('setting')} />
          <SelectField label="Attempt" options={optionsOf(ATTEMPT_WORDS)} {...fields.getInputProps('attempt')} />
          <SelectField
            label="Age of the patient"
            blank="Not said"
            options={optionsOf(AGE_WORDS)}
            {...fields.getInputProps('patient_age_band')}
          />
          <SelectField
            label="Sex of the patient"
            blank="Not said"
            options={GENDERS}
            {...fields.getInputProps('patient_sex')}
          />
        </SimpleGrid>
        <TextArea label="Reflection" rows={3} {...fields.getInputProps('reflection')} />
        <Text size="sm" c="dimmed">
          Nothing here may identify a patient: no name, no hospital number, no telephone number, no day of birth.
        </Text>
      </Stack>
    </Disclosure>
  )
}
