import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { VERIFY_PATH } from '../../../shared/contract/verified-documents.ts'
import { CODE_DIGITS, CODE_LENGTH } from '../../../shared/verification-code.ts'
import { malformed } from '../../core/errors.ts'
import type { Settings } from '../../settings.ts'

/** Makes a code of 80 random bits: each digit takes five of a byte. */
export const newCode = (): string => [...randomBytes(CODE_LENGTH)].map((byte) => CODE_DIGITS.charAt(byte & 31)).join('')

/**
 * Returns the address at which a document is checked: that of the college, and where none is set the one by which its
 * issuer has reached the server.
 * @throws 400 when that is none
 */
export function checkAddress(
  code: string,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
): string {
  const address = URL.parse(`${VERIFY_PATH}/${code}`, PUBLIC_URL ?? `${protocol}://${host}`)
  if (!address) throw malformed('The request must name a host.')
  return address.href
}
