import { notices, STOP_PATH } from '../../../shared/contract/notices.ts'
import type { Caller } from '../../core/caller.ts'
import { notFound } from '../../core/errors.ts'
import type { Db } from '../../db/types.ts'
import { type Routes, routes } from '../../http/routes.ts'
import type { Services } from '../../http/services.ts'
import { findChoices } from './reads.ts'
import { personOfToken } from './rules.ts'
import { endDigest, saveDigest } from './writes.ts'

async function choicesOf(db: Db, { id, email }: Caller, { mail }: Services) {
  const chosen = await findChoices(db, id)
  return { weekly_mail: chosen?.digest_since != null, email, has_mail: mail !== undefined }
}

const ownRoutes = routes(notices, {
  read: async ({ db, caller, services }) => ({ data: await choicesOf(db, caller, services) }),

  save: async ({ write, caller, body, services }) =>
    write(async (tx) => {
      const { weekly_mail: wasWanted, has_mail: hasMail } = await choicesOf(tx, caller, services)
      await saveDigest(tx, caller, { isWanted: body.weekly_mail, wasWanted, hasMail })
      return { data: await choicesOf(tx, caller, services) }
    }),

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
  // Of these routes alone: everywhere else a form is an upload, or none of ours.
  app.register(async (own) => {
    own.removeContentTypeParser(FORMS)
    own.addContentTypeParser(FORMS, { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    ownRoutes(own, services)
  })
}
