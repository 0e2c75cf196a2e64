import { createServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { Settings } from './settings.ts'

interface MetricsPort {
  registry: Registry
  settings: Pick<Settings, 'METRICS_PORT' | 'METRICS_HOST'>
  /** Brings the figures up to date before they are told. */
  update(): Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Tells Prometheus the figures of a registry at `/metrics`, on a port of its own, which is nobody's way to the app.
 * @returns what closes it
 * @throws Error with one line for people
 */
export async function openMetricsPort({ registry, settings, update, log }: MetricsPort): Promise<() => void> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    // While the database is away, the other figures are told all the same.
    await update().catch((error: unknown) => log.warn({ err: error }, 'figures could not be read'))
    response.setHeader('content-type', registry.contentType)
    response.end(await registry.metrics())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`METRICS_PORT cannot be used: ${error.message}`)))
    // Its own: the first process of many colleges counts the ports that it hands out.
    server.listen({ port: settings.METRICS_PORT, host: settings.METRICS_HOST, exclusive: true }, resolve)
  })
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
