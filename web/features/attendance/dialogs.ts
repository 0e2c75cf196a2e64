import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  take: codeOf(async () => (await import('../taking/TakeAttendanceModal.tsx')).TakeAttendanceModal),
  add: codeOf(async () => (await import('./SessionForm.tsx')).NewSessionForm),
  edit: codeOf(async () => (await import('./SessionForm.tsx')).EditSessionForm),
}
