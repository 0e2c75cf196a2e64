import { JobFailure } from '../../core/reasons.ts'
import type { TodayKind } from '../../core/today.ts'
import { type JobKind, type JobServices, mailKind } from '../../jobs/kinds.ts'
import { readToday } from '../dashboard/today.reads.ts'
import { findReader } from './readers.ts'
import { findChoices } from './reads.ts'
import { digestMorning, digestText, mailedKinds, stopTokenOf } from './rules.ts'
import { takeDigests } from './writes.ts'

/**
 * Mails a person what waits for them, as Today tells it, when it is sent. A mail lies about: it has no names of other
 * people, no marks and nothing of a case but its number (`mailed`).
 */
export function digestMailOf(kinds: readonly TodayKind[]): JobKind {
  const told = mailedKinds(kinds)
  return mailKind<{ user_id: number }>({
    kind: 'mail-digest',
    // Every other mail is of more use.
    priority: -1,
    retries: { times: 6, first: 60, most: 60 * 60 },
    write: async (services, { user_id }) => {
      const { db, settings, noticesSecret, publicUrl, log } = services
      const isChosen = (await findChoices(db, user_id))?.digest_since != null
      const caller = isChosen ? await findReader(services, user_id) : undefined
      if (!caller?.email) return undefined
      const { parts } = await readToday(db, caller, { kinds: told, settings, log })
      if (parts.some(({ lines }) => lines === null)) throw new JobFailure('Part of what waits could not be read.')
      if (parts.length === 0) return undefined
      const token = stopTokenOf(noticesSecret, user_id)
      return {
        to: caller.email,
        subject: `${settings.COLLEGE_NAME}: what waits for you`,
        text: digestText(told, parts, { publicUrl, token }),
        stopAt: `${publicUrl}/api/notices/weekly-mail/stop?token=${token}`,
      }
    },
  }) as JobKind
}

/** On Mondays from the morning on: puts the mails of those who have chosen one into the queue, some hundreds an hour. */
export async function sweepDigests(
  { db, mail, jobs, settings }: Pick<JobServices, 'db' | 'mail' | 'jobs' | 'settings'>,
  digestMail: JobKind,
  now = Date.now(),
): Promise<void> {
  const morning = digestMorning(settings.COLLEGE_TIMEZONE, now)
  if (!mail || !morning) return
  await db.transaction().execute(async (tx) => jobs.add(tx, digestMail, await takeDigests(tx, morning, new Date(now))))
  jobs.hurry()
}
