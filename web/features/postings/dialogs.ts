import { codeOf } from '../../core/code.ts'

const postingForm = codeOf(async () => (await import('./PostingForm.tsx')).PostingForm)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  add: postingForm,
  edit: postingForm,
  rotate: codeOf(async () => (await import('./RotationModal.tsx')).RotationModal),
}
