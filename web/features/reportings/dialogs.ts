import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  add: codeOf(async () => (await import('./ReportForm.tsx')).ReportForm),
  view: codeOf(async () => (await import('./ReportPanel.tsx')).ReportPanel),
  withdrawn: codeOf(async () => (await import('./WithdrawnModal.tsx')).WithdrawnModal),
}
