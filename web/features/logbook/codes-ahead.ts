import type { LogCodeAhead } from '../../../shared/contract/log-signing.ts'
import { getLogin } from '../../core/login.ts'
import { shelf } from '../../offline/shelf.ts'

/** A code kept for when there is no network, and the entries that it has been shown for. */
interface KeptCode extends LogCodeAhead {
  /** The keys of the entries, joined. */
  shownFor?: string
}

const codes = shelf<KeptCode[]>('log-codes/')

/** With fewer than these the device asks for more. */
const FEW = 2

async function standing(): Promise<KeptCode[]> {
  const kept = await codes.find('')
  const now = new Date().toISOString()
  return (kept?.value ?? []).filter(({ expires_at }) => expires_at > now)
}

const keepAll = (all: KeptCode[]) => codes.keep(getLogin()?.user.id, '', all)

/** Keeps more codes on the device when few are left; `ask` gets them from the server. */
export async function keepCodesAhead(ask: () => Promise<readonly LogCodeAhead[]>): Promise<void> {
  const kept = await standing()
  if (kept.filter(({ shownFor }) => shownFor === undefined).length >= FEW) return
  await keepAll([...kept, ...(await ask())])
}

/** Returns the code for entries of these keys: the one that they were shown under, or an unused one, if there is any. */
export async function codeAheadFor(keys: readonly string[]): Promise<LogCodeAhead | undefined> {
  const shownFor = keys.join()
  const kept = await standing()
  const code = kept.find((one) => one.shownFor === shownFor) ?? kept.find((one) => one.shownFor === undefined)
  if (code && code.shownFor === undefined) await keepAll(kept.map((one) => (one === code ? { ...one, shownFor } : one)))
  return code
}
