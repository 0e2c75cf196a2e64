import { codeOf } from '../../core/code.ts'

const ownFieldForm = codeOf(async () => (await import('./OwnFieldForm.tsx')).OwnFieldForm)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = { add: ownFieldForm, edit: ownFieldForm }
