import { codeOf } from '../../core/code.ts'

const libraryForm = codeOf(async () => (await import('./LibraryForm.tsx')).LibraryForm)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  add: libraryForm,
  edit: libraryForm,
  preview: codeOf(async () => (await import('./PreviewModal.tsx')).PreviewModal),
}
