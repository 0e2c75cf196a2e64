import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { CONCERNS } from '../../../shared/concerns.ts'
import { outsideProblem, postOutside } from '../../core/outside.ts'
import { JobFailure } from '../../core/reasons.ts'
import type { Tx } from '../../db/types.ts'
import { inQueue, type JobServices, type Jobs, mailKind } from '../../jobs/kinds.ts'
import type { Settings } from '../../settings.ts'
import { type KeptConcern, listConcerns } from './reads.ts'
import { inUtc } from './rules.ts'
import { noteHeard, noteUnheard, takeNews, takeSignOfLife, takesTelling } from './writes.ts'

/** The places to which it is told when something is wrong. */
type Places = Pick<Settings, 'ALERT_MAIL' | 'ALERT_WEBHOOK' | 'HEARTBEAT_URL' | 'given'>

export const receiversOf = ({ ALERT_MAIL = '' }: Places) =>
  ALERT_MAIL.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * Returns the key with which a receiver checks that a message to this address is of this installation, as receivers
 * write it. Another address has another one.
 */
export const webhookSecret = (noticesSecret: Buffer, url: string): string =>
  `whsec_${createHmac('sha256', noticesSecret).update(`webhook ${url}`).digest('base64')}`

type Word = 'begun' | 'ended'
interface Alert {
  event: Word
  concerns: readonly KeptConcern[]
}

const titleOf = ({ kind }: KeptConcern) => CONCERNS[kind].title

/** Posts an alert as Standard Webhooks has it. The same `id` is the same message, however often it is sent. */
export async function postAlert(
  { settings, noticesSecret }: Pick<JobServices, 'settings' | 'noticesSecret'>,
  { event, concerns }: Alert | { event: 'test'; concerns: [] },
  id: string,
): Promise<void> {
  const { ALERT_WEBHOOK: url, COLLEGE_NAME: college, PUBLIC_URL } = settings
  if (url === undefined) return
  const now = new Date()
  const body = JSON.stringify({
    type: `installation.${event}`,
    timestamp: now.toISOString(),
    data: {
      college,
      ...(PUBLIC_URL ? { address: PUBLIC_URL } : {}),
      concerns: concerns.map((concern) => ({ ...concern, title: titleOf(concern) })),
    },
  })
  const signature = new Webhook(webhookSecret(noticesSecret, url)).sign(id, now, body)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': signature,
  }
  await postOutside({ url, body, headers, isTrusted: settings.given.has('ALERT_WEBHOOK') })
}

/** Some five hours: whoever is told may be restarted in the night. */
const RETRIES = { times: 10, first: 15, most: 60 * 60 }

export const alertPost = inQueue<Alert>('alerts', {
  kind: 'alert-post',
  priority: 0,
  retries: RETRIES,
  run: async (services, alert, id) => {
    await postAlert(services, alert, id).catch((error: unknown) => {
      throw new JobFailure(outsideProblem(error))
    })
  },
})

const SAYS: Readonly<Record<Word, string>> = { begun: 'Something needs a look', ended: 'Over' }

const lineOf = (concern: KeptConcern) => {
  const { source, detail, since } = concern
  return [`- ${titleOf(concern)}, since ${inUtc(since)}`, source && ` (${source})`, detail && `. ${detail}`].join('')
}

/** The mail about what is wrong: its subject tells the first, its text all, and nothing of anybody's. */
export const alertMail = mailKind<Alert & { to: string }>({
  kind: 'mail-alert',
  priority: 1,
  write: async ({ settings, publicUrl }, { event, concerns, to }) => {
    const [first] = concerns
    if (!first || !receiversOf(settings).includes(to)) return undefined
    const more = concerns.length > 1 ? ` and ${concerns.length - 1} more` : ''
    return {
      to,
      subject: `${settings.COLLEGE_NAME}: ${event === 'ended' ? 'over: ' : ''}${titleOf(first)}${more}`,
      text: `${SAYS[event]}:\n\n${concerns.map(lineOf).join('\n')}\n\nMore stands on ${publicUrl}/status`,
    }
  },
})

async function addAlert(tx: Tx, jobs: Jobs, settings: Places, alert: Alert): Promise<void> {
  if (alert.concerns.length === 0) return
  await jobs.add(
    tx,
    alertMail as Parameters<typeof jobs.add>[1],
    receiversOf(settings).map((to) => ({ ...alert, to })),
  )
  if (settings.ALERT_WEBHOOK !== undefined) await jobs.add(tx, alertPost, [alert])
}

/** Tells what is new, once, whichever process comes first. Without a place nothing is taken for told. */
export async function tellNews({ db, jobs, settings }: Pick<JobServices, 'db' | 'jobs' | 'settings'>): Promise<void> {
  if (receiversOf(settings).length === 0 && settings.ALERT_WEBHOOK === undefined) return
  const told = await db.transaction().execute(async (tx) => {
    if (!(await takesTelling(tx))) return 0
    const { begun, ended } = await takeNews(tx)
    await addAlert(tx, jobs, settings, { event: 'begun', concerns: begun })
    await addAlert(tx, jobs, settings, { event: 'ended', concerns: ended })
    return begun.length + ended.length
  })
  if (told > 0) jobs.hurry()
}

/** Posts a sign of life, with the words of what makes the installation degraded, and hears the clock of whoever listens. */
export async function postSignOfLife({ db, settings }: Pick<JobServices, 'db' | 'settings'>): Promise<number | null> {
  const { HEARTBEAT_URL: url } = settings
  if (url === undefined) return null
  const kinds = (await listConcerns(db)).map(({ kind }) => kind).filter((kind) => CONCERNS[kind].degrades)
  const { clock } = await postOutside({
    url,
    body: kinds.length === 0 ? 'ok' : `degraded: ${[...new Set(kinds)].join(', ')}`,
    headers: { 'content-type': 'text/plain' },
    isTrusted: settings.given.has('HEARTBEAT_URL'),
  })
  return clock ? Math.round((clock.getTime() - Date.now()) / 1000) : null
}

/** Every five minutes one process of all gives a sign of life: the listener tells people when none comes any more. */
export async function giveSignOfLife(services: Pick<JobServices, 'db' | 'settings'>): Promise<void> {
  const { db, settings } = services
  if (settings.HEARTBEAT_URL === undefined || !(await takeSignOfLife(db))) return
  try {
    await noteHeard(db, await postSignOfLife(services))
  } catch (error) {
    await noteUnheard(db, outsideProblem(error))
  }
}
