import { folded } from '../../../shared/folding.ts'
import { sha256Of } from '../../core/digest.ts'

/**
 * Returns the SHA-256 of a name, folded, in hex: the server compares it, and a device that keeps it names nobody. A page
 * without https has no digest, and sends the name itself.
 */
export const nameProof = async (name: string): Promise<string> =>
  (await sha256Of(new TextEncoder().encode(folded(name)))) ?? name
