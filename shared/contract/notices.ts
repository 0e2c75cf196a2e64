import * as z from 'zod/mini'
import { get, Message, one, post, put, remove } from '../endpoint.ts'

const NoticeChoices = z.object({
  /** A mail on Mondays with what waits for the person. */
  weekly_mail: z.boolean(),
  /** The address that mails go to; null where the account has none, which then gets no mails. */
  email: z.nullable(z.string()),
  /** False where no mail server is set up: then the mail can't be chosen. */
  has_mail: z.boolean(),
  /** True when the device of this login is told at once of what is new. */
  on_device: z.boolean(),
  /** The number of the person’s other devices that are told, also those where nobody is signed in now. */
  other_devices: z.int(),
  /** The key that a browser subscribes with; null where no push service can be used. */
  push_key: z.nullable(z.string()),
})
export type NoticeChoices = z.infer<typeof NoticeChoices>

export const NoticesInput = z.object({ weekly_mail: z.boolean('weekly_mail must be true or false') })

const bytes = (name: string, length: number) =>
  z.string(`${name} is required`).check(z.regex(new RegExp(`^[\\w-]{${length}}$`), `${name} is not a browser’s`))

/** The subscription of a browser, as the browser itself tells it. */
export const DeviceInput = z.object({
  endpoint: z
    .string('endpoint is required')
    .check(z.maxLength(1000, 'endpoint is too long'), z.regex(/^https:\/\//, 'endpoint is not a browser’s')),
  keys: z.object({ p256dh: bytes('p256dh', 87), auth: bytes('auth', 22) }, 'keys are required'),
})

/** The page on which the weekly mail is stopped without signing in. */
export const STOP_PATH = '/stop-weekly-mail'

/** The token of a mail says whose it is, signed by this server. */
const stopping = z.object({ token: z.string('token is required').check(z.maxLength(100, 'token is too long')) })

export const notices = {
  read: get('/notices', {
    summary: 'What the caller wants to be told by mail',
    action: 'notices:own',
    reply: one(NoticeChoices),
    failure: 'Failed to fetch your notices',
  }),
  save: put('/notices', {
    summary: 'Choose what to be told by mail',
    action: 'notices:own',
    body: NoticesInput,
    reply: one(NoticeChoices),
    failure: 'Failed to save your notices',
  }),
  addDevice: post('/notices/device', {
    summary:
      'Have the device of this login told at once of what is new, until it is signed out or not used for 30 days',
    action: 'notices:own',
    body: DeviceInput,
    reply: Message,
    failure: 'Failed to begin notices on this device',
  }),
  removeDevice: remove('/notices/device', {
    summary: 'Have the device of this login told of nothing more',
    action: 'notices:own',
    failure: 'Failed to end notices on this device',
  }),
  removeOtherDevices: remove('/notices/devices', {
    summary: 'Have the caller’s other devices told of nothing more',
    action: 'notices:own',
    failure: 'Failed to end notices on other devices',
  }),
  openStop: get('/notices/weekly-mail/stop', {
    summary: 'Leads to the page on which a weekly mail is stopped; what only opens links stops nothing',
    action: 'public',
    query: stopping,
    file: { type: 'text/html', description: 'A redirect to that page' },
    failure: 'Failed to open the page',
  }),
  stop: post('/notices/weekly-mail/stop', {
    goesOn: 'change',
    summary: 'Stop the weekly mail that a link was in, without signing in; mail programs call it too (RFC 8058)',
    action: 'public',
    query: stopping,
    reply: Message,
    failure: 'Failed to stop the weekly mail',
  }),
}
