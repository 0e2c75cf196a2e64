import { codeOf } from '../../core/code.ts'

const taskForm = codeOf(async () => (await import('./TaskForm.tsx')).TaskForm)
const workModal = codeOf(async () => (await import('./WorkModal.tsx')).WorkModal)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  add: taskForm,
  edit: taskForm,
  'add-bulk': codeOf(async () => (await import('./BulkTasksModal.tsx')).BulkTasksModal),
  submissions: codeOf(async () => (await import('./SubmissionsModal.tsx')).SubmissionsModal),
  submit: workModal,
  'my-submission': workModal,
}
