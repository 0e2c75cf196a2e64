import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the list, by their names in it. */
export const dialogs = {
  withdraw: codeOf(async () => (await import('./WithdrawModal.tsx')).WithdrawModal),
}
