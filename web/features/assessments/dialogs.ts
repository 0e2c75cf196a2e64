import { codeOf } from '../../core/code.ts'

const marksModal = codeOf(async () => (await import('./MarksModal.tsx')).MarksModal)

/** The dialogs that an address opens over the screen, by their names in it. */
export const dialogs = {
  results: marksModal,
  mark: marksModal,
}
