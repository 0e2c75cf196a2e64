import type { FastifyBaseLogger } from 'fastify'
import type { Mail, Mailer } from './mail.ts'
import { PATIENT, takingTurns } from './turns.ts'

/** After so many failures in a row the mail server is not there, and the rest of a round is given up. */
const FAILURES_MAX = 5

export interface MailRounds {
  /** Begins to send these, and returns at once. */
  send(mails: readonly Mail[]): void
  /** What has not gone out by now is lost. */
  stop(): void
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** An address that the mail server does not take, which says nothing of the next one. */
const isOfAddress = (error: unknown) => codeOf(error) === 'EENVELOPE'

/**
 * Mails to many, which nobody waits for: one at a time, of all rounds in turn, so that a mail that somebody waits for is
 * hardly held up. The log is told how many failed or were lost, and never whose.
 */
export function openRounds(mailer: Pick<Mailer, 'send'>, log: Pick<FastifyBaseLogger, 'warn'>): MailRounds {
  const inTurn = takingTurns({ atOnce: 1, places: 0 })
  /** What each round has still to send. */
  const rounds = new Set<Mail[]>()
  let isStopped = false

  async function sendRound(round: Mail[]): Promise<void> {
    const failures: unknown[] = []
    let inRow = 0
    rounds.add(round)
    for (let mail = round[0]; mail && inRow < FAILURES_MAX && !isStopped; mail = round[0]) {
      try {
        const next = mail
        await inTurn(PATIENT, async () => isStopped || mailer.send(next, PATIENT))
        inRow = 0
      } catch (error) {
        failures.push(codeOf(error))
        if (!isOfAddress(error)) inRow += 1
      }
      if (!isStopped) round.shift()
    }
    rounds.delete(round)
    if (failures.length > 0 && !isStopped)
      log.warn({ failed: failures.length, lost: round.length, code: failures.at(-1) }, 'mails could not be sent')
  }

  return {
    send: (mails) => void sendRound([...mails]),
    stop: () => {
      isStopped = true
      const lost = [...rounds].reduce((sum, { length }) => sum + length, 0)
      if (lost > 0) log.warn({ lost }, 'mails that had not gone out are lost')
    },
  }
}
