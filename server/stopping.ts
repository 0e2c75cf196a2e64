import type { FastifyInstance } from 'fastify'

/** For open requests; then they are cut. */
const GRACE_MS = 20_000
/** The time for what is left when nobody waits for an answer any more. */
const LAST_MS = 2_000

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/**
 * Makes a function that stops the app: open requests are finished, for `graceMs` at the most, then every connection is
 * cut. A second call cuts at once.
 */
export function stopperOf(app: FastifyInstance, graceMs = GRACE_MS): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const cut = Promise.withResolvers<void>()
  const stop = async () => {
    const closed = app.close().then(
      () => undefined,
      (error: unknown) => app.log.warn({ err: error }, 'the app did not close well'),
    )
    await Promise.race([closed, cut.promise, after(graceMs)])
    app.server.closeAllConnections()
    // A handler that still runs has nobody to answer.
    await Promise.race([closed, after(LAST_MS)])
  }
  return () => {
    if (stopping) cut.resolve()
    else stopping = stop()
    return stopping
  }
}
