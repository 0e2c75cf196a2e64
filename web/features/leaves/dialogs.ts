import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  add: codeOf(async () => (await import('./AskLeaveModal.tsx')).AskLeaveModal),
  view: codeOf(async () => (await import('./LeavePanel.tsx')).LeavePanel),
}
