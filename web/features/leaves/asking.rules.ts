import * as z from 'zod/mini'
import { askedProblems, LeaveInput } from '../../../shared/contract/leaves.ts'

export const NO_SESSION = 'Choose the sessions'
export const NO_DEPARTMENT = 'Choose at least one department'

/** Returns the problems by field. To the server an empty list of departments would mean all of them. */
function problemsOf(body: z.output<typeof AskedFields>): Record<string, string[]> {
  const { session_ids, department_ids } = body
  if (session_ids) return session_ids.length > 0 ? {} : { session_ids: [NO_SESSION] }
  return { ...askedProblems(body), ...(department_ids?.length === 0 && { department_ids: [NO_DEPARTMENT] }) }
}

/** The file's name stands in for the file, which is added when the form is sent. */
const AskedFields = z.object({ ...LeaveInput.shape, files: z.array(z.string()) })
export const AskInput = AskedFields.check((context) => {
  for (const [field, messages] of Object.entries(problemsOf(context.value)))
    context.issues.push({ code: 'custom', input: context.value, path: [field], message: messages.join(' ') })
})
