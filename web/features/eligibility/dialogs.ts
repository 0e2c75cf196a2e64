import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the list, by their names in it. */
export const dialogs = {
  view: codeOf(async () => (await import('./EligibilityModal.tsx')).EligibilityModal),
  freeze: codeOf(async () => (await import('./FreezeModal.tsx')).FreezeModal),
  exempt: codeOf(async () => (await import('./ExemptModal.tsx')).ExemptModal),
  withdraw: codeOf(async () => (await import('./WithdrawModal.tsx')).WithdrawModal),
}

const ruleForm = codeOf(async () => (await import('./RuleSetForm.tsx')).RuleSetForm)

/** The same over the rule sets. */
export const ruleDialogs = { add: ruleForm, edit: ruleForm }

/** The same over a frozen list. */
export const frozenDialogs = {
  withdraw: codeOf(async () => (await import('../verified-documents/WithdrawModal.tsx')).WithdrawModal),
}
