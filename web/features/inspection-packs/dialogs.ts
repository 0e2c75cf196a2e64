import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the list, by their names in it. */
export const dialogs = { add: codeOf(async () => (await import('./AskPackModal.tsx')).AskPackModal) }
