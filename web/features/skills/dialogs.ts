import { codeOf } from '../../core/code.ts'

const skillForm = codeOf(async () => (await import('./SkillForm.tsx')).SkillForm)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = { add: skillForm, edit: skillForm }
