import { randomUUID } from 'node:crypto'
import type { Mailer } from '../../core/mail.ts'
import { mailProblem } from '../../core/mail-problems.ts'
import { outsideProblem } from '../../core/outside.ts'
import type { Db } from '../../db/types.ts'
import type { Settings } from '../../settings.ts'
import { postAlert, postSignOfLife, receiversOf } from './telling.ts'

interface Tried {
  place: 'mail' | 'webhook' | 'heartbeat'
  is_sent: boolean
  message: string
}

interface Trying {
  db: Db
  settings: Settings
  mail: Mailer | undefined
  noticesSecret: Buffer
}

export const hasPlace = (settings: Settings) =>
  receiversOf(settings).length > 0 || settings.ALERT_WEBHOOK !== undefined || settings.HEARTBEAT_URL !== undefined

async function tryMail({ settings, mail }: Trying, to: string): Promise<Tried> {
  if (!mail) return { place: 'mail', is_sent: false, message: `${to}: Mail is not set up yet.` }
  try {
    await mail.send({
      to,
      subject: `${settings.COLLEGE_NAME}: test`,
      text: 'You will be told here when something is wrong with this installation of Clinical eLog.',
    })
    return { place: 'mail', is_sent: true, message: `The mail server has taken a mail to ${to}.` }
  } catch (error) {
    return { place: 'mail', is_sent: false, message: `${to}: ${mailProblem(error)}` }
  }
}

async function tryPlace(place: Tried['place'], name: string, post: () => Promise<unknown>): Promise<Tried> {
  try {
    await post()
    return { place, is_sent: true, message: `${name} was heard.` }
  } catch (error) {
    return { place, is_sent: false, message: `${name} was not heard. ${outsideProblem(error)}` }
  }
}

/** Sends a test to each place that is set, all at once, and tells what came of each. */
export function tryPlaces(trying: Trying): Promise<Tried[]> {
  const { settings } = trying
  const { ALERT_WEBHOOK, HEARTBEAT_URL } = settings
  return Promise.all([
    ...receiversOf(settings).map((to) => tryMail(trying, to)),
    ...(ALERT_WEBHOOK === undefined
      ? []
      : [tryPlace('webhook', 'The webhook', () => postAlert(trying, { event: 'test', concerns: [] }, randomUUID()))]),
    ...(HEARTBEAT_URL === undefined ? [] : [tryPlace('heartbeat', 'The sign of life', () => postSignOfLife(trying))]),
  ])
}
