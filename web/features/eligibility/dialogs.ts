import { codeOf } from '../../core/code.ts'

/** The dialogs that an address opens over the list, by their names in it. */
export const dialogs = {
  view: codeOf(async () => (await import('./EligibilityModal.tsx')).EligibilityModal),
  exempt: codeOf(async () => (await import('./ExemptModal.tsx')).ExemptModal),
  withdraw: codeOf(async () => (await import('./WithdrawModal.tsx')).WithdrawModal),
}

const ruleForm = codeOf(async () => (await import('./RuleSetForm.tsx')).RuleSetForm)

/** The same over the rule sets. */
export const ruleDialogs = { add: ruleForm, edit: ruleForm }
