import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../shared/endpoint.ts'
import { keepFiles, type StoredFile } from '../files/keeping.ts'
import { receiveUpload, type Upload } from '../files/uploads.ts'
import { countUploaded } from './amounts.ts'
import type { Services } from './services.ts'

/** A received form. Its files that `keep` was not called for are removed with it. */
export interface Form<Fields> extends Upload<Fields> {
  /** Keeps the files, and then runs `commit`, the transaction that makes their rows. */
  keep<T>(commit: (kept: StoredFile[]) => Promise<T>): Promise<T>
}

/** Returns the function by which a call receives its form, or undefined when it carries none. */
export function receiverOf(
  { upload: rule, body, json }: Endpoint,
  request: FastifyRequest,
  { files: store, db }: Services,
) {
  if (!rule || !body || (json && request.body !== undefined)) return undefined
  return async (): Promise<Form<unknown>> => {
    await using begun = new AsyncDisposableStack()
    const { fields, files } = begun.use(await receiveUpload(request, store, body, rule))
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (request.caller && bytes > 0) await countUploaded(db, request.caller, bytes)
    const held = begun.move()
    return {
      fields,
      files,
      keep: (commit) => keepFiles(store, files, request.log, commit),
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    }
  }
}
