import { notices, STOP_PATH } from '../../../shared/contract/notices.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { tokenOf } from '../../core/login.ts'
import type { Db } from '../../db/types.ts'
import { readDevice } from '../../http/device-cookie.ts'
import { type Routes, routes } from '../../http/routes.ts'
import type { Services } from '../../http/services.ts'
import { countDevices } from './devices.reads.ts'
import { addDevice, removeDevicesOf, removeOwnDevice } from './devices.writes.ts'
import { findChoices } from './reads.ts'
import { personOfToken } from './rules.ts'
import { endDigest, saveDigest } from './writes.ts'

async function choicesOf(db: Db, { id, email }: Caller, { mail, push }: Services, token = '') {
  const chosen = await findChoices(db, id)
  const { own, others } = await countDevices(db, id, token)
  const weekly_mail = chosen?.digest_since != null
  return {
    weekly_mail,
    email,
    has_mail: mail !== undefined,
    on_device: own > 0,
    other_devices: others,
    push_key: push?.publicKey ?? null,
  }
}

const ownRoutes = routes(notices, {
  read: async ({ db, caller, services, request }) => ({
    data: await choicesOf(db, caller, services, tokenOf(request)),
  }),

  save: async ({ write, caller, body, services, request }) =>
    write(async (tx) => {
      const { weekly_mail: wasWanted, has_mail: hasMail, email } = await choicesOf(tx, caller, services)
      await saveDigest(tx, caller, { isWanted: body.weekly_mail, wasWanted, hasMail, email })
      return { data: await choicesOf(tx, caller, services, tokenOf(request)) }
    }),

  addDevice: async ({ write, caller, body: { endpoint, keys }, services, request }) => {
    const address = {
      endpoint,
      p256dh: Buffer.from(keys.p256dh, 'base64url'),
      auth: Buffer.from(keys.auth, 'base64url'),
    }
    if (!services.push?.takes(address)) throw invalid({ endpoint: ['This browser’s notices can’t be sent from here.'] })
    const browser = { token: tokenOf(request) ?? '', device: readDevice(request, services)?.hash }
    await write((tx) => addDevice(tx, caller, browser, address))
    return { message: 'This device will be told.' }
  },

  removeDevice: async ({ write, request }) => {
    await write((tx) => removeOwnDevice(tx, tokenOf(request) ?? ''))
    return { message: 'This device will be told of nothing more.' }
  },

  removeOtherDevices: async ({ write, caller, request }) => {
    await write((tx) => removeDevicesOf(tx, caller.id, tokenOf(request)))
    return { message: 'Your other devices will be told of nothing more.' }
  },

  openStop: async ({ query, reply }) =>
    reply.redirect(`${STOP_PATH}?${new URLSearchParams({ token: query.token })}`, 302),

  stop: async ({ write, query, services }) => {
    const userId = personOfToken(services.noticesSecret, query.token)
    if (userId === undefined) throw notFound('Weekly mail')
    await write((tx) => endDigest(tx, userId))
    return { message: 'You will get no more weekly mails.' }
  },
})

/** The forms that mail programs send along to stop a mail (RFC 8058). They say nothing that the address does not. */
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

export const noticeRoutes: Routes = (app, services) => {
  // These routes alone take such forms: everywhere else a form is an upload, or none of ours.
  app.register(async (own) => {
    own.removeContentTypeParser(FORMS)
    own.addContentTypeParser(FORMS, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    ownRoutes(own, services)
  })
}
