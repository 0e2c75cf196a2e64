import { codeOf } from '../../core/code.ts'

const studentForm = codeOf(async () => (await import('./StudentForm.tsx')).StudentForm)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  add: studentForm,
  edit: studentForm,
  passwords: codeOf(async () => (await import('./InitialPasswordsModal.tsx')).InitialPasswordsModal),
}
