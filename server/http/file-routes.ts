import type { Endpoint } from '../../shared/endpoint.ts'
import { SHOWN_IN_PLACE } from '../../shared/files.ts'
import { type SentFile, sendFile } from '../files/sending.ts'
import type { Call } from './routes.ts'

/** The two ways to a file that a person may see: kept, or shown in place when a browser may do so with its type. */
export const fileRoutes = <C extends Pick<Call<Endpoint>, 'services' | 'reply'>>(
  find: (call: C) => Promise<SentFile>,
) => ({
  download: async (call: C) =>
    sendFile(call.reply, call.services.files, await find(call), { disposition: 'attachment' }),
  view: async (call: C) => {
    const file = await find(call)
    const disposition = SHOWN_IN_PLACE.includes(file.type) ? 'inline' : 'attachment'
    return sendFile(call.reply, call.services.files, file, { disposition })
  },
})
