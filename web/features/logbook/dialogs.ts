import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  log: codeOf(async () => (await import('./LogModal.tsx')).LogModal),
  code: codeOf(async () => (await import('./CodeModal.tsx')).CodeModal),
  sign: codeOf(async () => (await import('./SignByCodeModal.tsx')).SignByCodeModal),
  view: codeOf(async () => (await import('./EntryModal.tsx')).EntryModal),
  edit: codeOf(async () => (await import('./ChangeModal.tsx')).ChangeModal),
  return: codeOf(async () => (await import('./ReasonModal.tsx')).ReasonModal),
  unsign: codeOf(async () => (await import('./ReasonModal.tsx')).ReasonModal),
  correct: codeOf(async () => (await import('./ChangeModal.tsx')).ChangeModal),
}
