import { queryClient } from './core/query-client.ts'
import { performances } from './features/logbook/performances.ts'
import { settleLogged } from './features/logbook/settling.ts'
import { signatures } from './features/logbook/signatures.ts'
import { responses } from './features/responses/responses.ts'
import { registers } from './features/taking/registers.ts'
import { refreshAnswered } from './offline/kinds.ts'
import { settleAnswers } from './offline/settling.ts'

/** Shows each feature that sends from the device its answers, while somebody is signed in. */
export function startSettling(): () => void {
  const ends = [
    refreshAnswered(queryClient),
    settleAnswers(registers, async (entry) => (await import('./features/taking/settling.ts')).settleEntries(entry)),
    settleAnswers(responses, async (entry) => (await import('./features/responses/settling.ts')).settleResponse(entry)),
    settleAnswers(performances, settleLogged),
    settleAnswers(signatures, settleLogged),
  ]
  return () => {
    for (const end of ends) end()
  }
}
