import { channel } from 'node:diagnostics_channel'
import { collegeNow } from './of-college.ts'

interface Told<T> {
  event: T
  college: string | undefined
}

/**
 * A kind of event that is told to listeners in this process; none is the usual case, and costs nothing. Where a process
 * serves several colleges, those of the same college hear it, and nobody else.
 */
function observed<T>(name: string) {
  const told = channel(`clinical-elog:${name}`)
  return {
    tell: (event: T, college = collegeNow()) => {
      if (told.hasSubscribers) told.publish({ event, college } satisfies Told<T>)
    },
    /** @returns what ends the listening */
    listen: (hear: (event: T) => void, own = collegeNow()) => {
      const heard = (message: unknown) => {
        const { event, college } = message as Told<T>
        if (college === own) hear(event)
      }
      told.subscribe(heard)
      return () => void told.unsubscribe(heard)
    },
  }
}

/** A statement that took long: its text has no values. */
export const slowStatements = observed<{ ms: number; text: string; failed: boolean }>('slow-statement')

/** A mail that the mail server has taken, or not. */
export const mails = observed<{ isSent: boolean }>('mail')

/** An answered request: its route as it was declared, with `:id` in the place of an id. */
export const answers = observed<{ method: string; route: string; status: number; ms: number }>('answer')

/** A job that a process has done, or not: to be tried again, given up, or a mail given up since mail is not set up. */
export const jobsDone = observed<{ kind: string; outcome: 'done' | 'retried' | 'failed' | 'unsent' }>('job')

/** Errors as the log names them, in words of the program and without those of whatever threw them. */
export const loggedErrors = observed<{ what: string; detail: string | null }>('logged-error')
