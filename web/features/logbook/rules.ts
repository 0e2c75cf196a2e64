import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { AGE_WORDS, type LogChoices, type SkillStanding } from '../../../shared/contract/logbook.ts'
import {
  type AGE_BANDS,
  type ATTEMPTS,
  LEVEL_WORDS,
  LEVELS,
  labelOf,
  type PERSON_GENDERS,
  type SETTINGS,
  wordOf,
} from '../../../shared/labels.ts'
import { LOG_ENTRIES_MAX } from '../../../shared/limits.ts'
import { patientIn, patientText } from '../../../shared/patient-privacy.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { dotted } from '../../ui/texts.ts'
import type { DeviceEntry, DeviceRound } from './performances.ts'

export const SETTING_WORDS: Record<(typeof SETTINGS)[number], string> = {
  patient: 'With a patient',
  simulated: 'Simulated',
}
export const ATTEMPT_WORDS: Record<(typeof ATTEMPTS)[number], string> = {
  first: 'First attempt',
  repeat: 'Repeat',
  remedial: 'Remedial',
}
export const DECISION_WORDS = { completed: 'Completed', repeat: 'To be repeated', remedial: 'Needs remedial work' }
export const RATING_WORDS = {
  below: 'Below expectations',
  meets: 'Meets expectations',
  exceeds: 'Exceeds expectations',
}
export const LOG_STATUS_WORDS = {
  logged: 'To be signed',
  signed: 'Signed',
  returned: 'Returned',
  withdrawn: 'Withdrawn',
}

/** Checks the line of a signature as the server does; it is shown while it is typed, since signatures are sent later. */
export function feedbackProblem({ feedback }: Pick<Signature, 'feedback'>, count: number): string | undefined {
  const found = patientIn(feedback)
  if (found !== undefined) return `Feedback ${patientText(found)}`
  return feedback !== '' && count > LOG_ENTRIES_MAX
    ? `Feedback is for at most ${LOG_ENTRIES_MAX} performances at once`
    : undefined
}

/** Makes options of words with their texts. */
export const optionsOf = <Word extends string>(words: Readonly<Record<Word, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

export type Department = LogChoices['departments'][number]

/** Returns the department of a skill. */
export function departmentOfSkill({ departments, skills }: LogChoices, skillId: string): Department | undefined {
  const skill = skills.find(({ id }) => String(id) === skillId)
  return departments.find(({ id }) => id === skill?.department_id)
}

/** The place of a department in an order that may not have it. */
const placeOf = (order: readonly number[], id: number) => (order.includes(id) ? order.indexOf(id) : order.length)

/** Returns the skills by name, under their departments where the student has several, in the order of `first`. */
export const skillOptions = ({ departments, skills }: LogChoices, first: readonly number[] = []) =>
  departments
    .toSorted((a, b) => placeOf(first, a.id) - placeOf(first, b.id))
    .flatMap(({ id, name }) =>
      skills
        .filter(({ department_id }) => department_id === id)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map((skill) => ({
          value: String(skill.id),
          label: skill.name,
          ...(departments.length > 1 && { group: name }),
        })),
    )

/** Starts with the skill of the address, today, and the place and supervisor of the last time there. */
export function logValues(choices: LogChoices, skillId: number | undefined, today: string) {
  const known = choices.skills.some(({ id }) => id === skillId) ? String(skillId) : ''
  return {
    skill_id: known,
    performed_on: today,
    level: '',
    ...placeAndSupervisor(departmentOfSkill(choices, known)),
    times: '1',
    setting: 'patient' as string,
    attempt: 'first' as string,
    patient_age_band: '',
    patient_sex: '',
    reflection: '',
  }
}
export type LogValues = ReturnType<typeof logValues>

/**
 * Returns the ward of today, else the place of the last time in a department, and the supervisor of that time, while at
 * work there.
 */
export function placeAndSupervisor(department: Department | undefined) {
  const { last, supervisors = [] } = department ?? {}
  const [only] = supervisors.length === 1 ? supervisors : []
  const same = supervisors.find(({ id }) => id === last?.supervisor_id) ?? only
  return { place: department?.ward ?? last?.place ?? '', supervisor_id: same ? String(same.id) : '' }
}

/** The values of an entry that is changed or corrected. */
export const valuesOf = (entry: LogEntry): LogValues & { updated_at: string } => ({
  skill_id: String(entry.skill_id),
  performed_on: entry.performed_on,
  level: entry.level,
  place: entry.place ?? '',
  supervisor_id: String(entry.supervisor_id),
  times: '1',
  setting: entry.setting,
  attempt: entry.attempt,
  patient_age_band: entry.patient_age_band ?? '',
  patient_sex: entry.patient_sex ?? '',
  reflection: entry.reflection ?? '',
  updated_at: entry.updated_at,
})

/** Returns the fields of an entry as they are sent. */
export function entryBody(values: LogValues): Omit<DeviceEntry, 'key'> {
  const { skill_id, supervisor_id, level, setting, attempt, patient_age_band, patient_sex } = values
  return {
    skill_id: Number(skill_id),
    performed_on: values.performed_on,
    place: values.place,
    setting: setting as (typeof SETTINGS)[number],
    level: level as (typeof LEVELS)[number],
    attempt: attempt as (typeof ATTEMPTS)[number],
    supervisor_id: Number(supervisor_id),
    patient_age_band: patient_age_band as (typeof AGE_BANDS)[number] | '',
    patient_sex: patient_sex as (typeof PERSON_GENDERS)[number] | '',
    reflection: values.reflection,
  }
}

/** Returns the number of times that is chosen, from 1 to what one call takes. */
export const timesOf = ({ times }: LogValues) => Math.min(LOG_ENTRIES_MAX, Math.max(1, Number(times) || 1))

/** Returns the round of a form, each entry with a key of its own that begins alike. */
export function roundBody(values: LogValues, formKey: string, correctsId?: number): DeviceRound {
  const entry = { ...entryBody(values), ...(correctsId !== undefined && { corrects_id: correctsId }) }
  // Half of the form's key is enough for the entries of one student, and the picture of a code has little room.
  const key = formKey.slice(0, 16)
  return { entries: Array.from({ length: timesOf(values) }, (_, at) => ({ ...entry, key: `${key}-${at}` })) }
}

/** Returns the form's field for a path of a round. */
export const roundField = (path: string) => path.replace(/^entries\.\d+\./, '')

/** Says why a performance does not count towards a requirement whatever is decided; nothing where it does, or may in part. */
export function shortText(
  { level, setting = 'patient' }: Pick<DeviceEntry, 'level' | 'setting'>,
  skill: Pick<LogEntry['skill'], 'level' | 'allows_simulation' | 'observed_share'>,
): string | undefined {
  const isBelow = LEVELS.indexOf(level) < LEVELS.indexOf(skill.level)
  if (isBelow && (level !== 'observed' || skill.observed_share === 0)) return 'below the level asked for'
  return setting === 'simulated' && !skill.allows_simulation ? 'does not count when simulated' : undefined
}

type Told = Pick<
  DeviceEntry,
  'level' | 'performed_on' | 'place' | 'setting' | 'attempt' | 'patient_age_band' | 'patient_sex' | 'corrects_id'
>

/** Tells the patient of a performance, as far as it is said. */
export const patientWords = ({ patient_age_band, patient_sex }: Pick<Told, 'patient_age_band' | 'patient_sex'>) =>
  [patient_age_band && wordOf(AGE_WORDS, patient_age_band), patient_sex && labelOf(patient_sex)]
    .filter(Boolean)
    .join(', ')

/** Tells all of a performance that whoever signs it signs for, but for its skill and reflection. */
export const entryText = (entry: Told, skill: Parameters<typeof shortText>[1] | undefined, isLate = false) =>
  dotted([
    wordOf(LEVEL_WORDS, entry.level),
    skill && shortText(entry, skill),
    writtenDay(entry.performed_on),
    entry.place,
    entry.setting === 'simulated' && SETTING_WORDS.simulated,
    (entry.attempt === 'repeat' || entry.attempt === 'remedial') && ATTEMPT_WORDS[entry.attempt],
    patientWords(entry),
    isLate && 'logged late',
    entry.corrects_id && 'a correction',
  ])

export const standingText = ({ counted, required, logged, signed }: SkillStanding) =>
  dotted([
    required === null ? `${signed} signed` : `${counted} of ${required}`,
    logged > 0 ? `${logged} to be signed` : undefined,
  ])

/** Returns true when a student has done what is required of a skill. */
export const isReached = ({ counted, required }: SkillStanding) => required !== null && counted >= required

interface DepartmentSkills {
  id: number
  name: string
  skills: SkillStanding[]
}

/** Returns the skills by department: those with a requirement that ends next first, then what is missing. */
export function byDepartment(skills: readonly SkillStanding[], runningIn: readonly number[] = []): DepartmentSkills[] {
  const found = new Map<number, DepartmentSkills>()
  for (const one of skills) {
    const { id, name } = one.department
    const before = found.get(id) ?? { id, name, skills: [] }
    found.set(id, { ...before, skills: [...before.skills, one] })
  }
  const endOf = ({ skills: theirs }: DepartmentSkills) =>
    theirs.map(({ ends_on }) => ends_on ?? '9999').sort()[0] ?? '9999'
  const order = (one: SkillStanding) =>
    `${isReached(one) ? 1 : 0}${one.required === null ? 1 : 0}${one.ends_on ?? '9999'}`
  return [...found.values()]
    .map((department) => ({
      ...department,
      skills: department.skills.toSorted((a, b) => order(a).localeCompare(order(b))),
    }))
    .sort(
      (a, b) =>
        placeOf(runningIn, a.id) - placeOf(runningIn, b.id) ||
        endOf(a).localeCompare(endOf(b)) ||
        a.name.localeCompare(b.name),
    )
}

/** Names a performance in a line. */
export const performanceName = ({ skill, performed_on }: Pick<LogEntry, 'skill' | 'performed_on'>) =>
  `${skill.name}, ${writtenDay(performed_on)}`

/** Returns true when something is filled in that the form hides at first. */
export const valuesIn = ({ setting, attempt, patient_age_band, patient_sex, reflection }: LogValues) =>
  setting !== 'patient' || attempt !== 'first' || [patient_age_band, patient_sex, reflection].some(Boolean)

/** The content of a signature. */
export interface Signature {
  decision: keyof typeof DECISION_WORDS
  rating: keyof typeof RATING_WORDS | ''
  feedback: string
}
export const PLAIN_SIGNATURE: Signature = { decision: 'completed', rating: '', feedback: '' }
