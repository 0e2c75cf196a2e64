import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until somebody listens at a port of this machine. */
export async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await sleep(50)
  }
  throw new Error(`nobody listens at port ${port}`)
}
