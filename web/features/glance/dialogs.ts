import { codeOf } from '../../core/code.ts'

/** The code of all dialogs of the screen. */
export const panel = codeOf(async () => (await import('./DialogsPanel.tsx')).DialogsPanel)

const NAMES = ['count', 'present', 'absent', 'leave', 'total', 'reports', 'skill', 'issue', 'withdraw']

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = Object.fromEntries(NAMES.map((name) => [name, panel]))
