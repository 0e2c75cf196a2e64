import { drop, type OutboxEntry } from '../../offline/outbox.ts'

/** Removes performances and signatures from the device once the server has them; refused ones stay to be read. */
export async function settleLogged(entry: OutboxEntry): Promise<void> {
  if (entry.state === 'saved') await drop(entry.subject)
}
