import { createHash } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSignedToken, signedToken } from '../core/secrets.ts'
import type { Services } from './services.ts'

/** A device that has not signed in to an account for so long is a stranger to it again. */
export const KNOWN_DEVICE_DAYS = 365

// A browser that has signed in carries a random id in a cookie. It proves nothing but that it is the same browser: a
// person who was locked out by a stranger's guesses may go on from there (ADR 0004).

const NAME = 'clinical_elog_device'

export interface Device {
  value: string
  /** The hash that the database knows it by. */
  hash: Buffer
}

const deviceOf = (value: string): Device => ({ value, hash: createHash('sha256').update(value).digest() })

/** The device of a request, if it carries one that this server signed. */
export function readDevice(request: FastifyRequest, { deviceSecret }: Services): Device | undefined {
  const value = parseCookie(request.headers.cookie ?? '')[NAME]
  return value && isSignedToken(deviceSecret, value) ? deviceOf(value) : undefined
}

export const newDevice = ({ deviceSecret }: Services): Device => deviceOf(signedToken(deviceSecret))

/** Lets the browser keep the device's id for as long as the server does. */
export function keepDevice(
  { value }: Device,
  request: FastifyRequest,
  reply: FastifyReply,
  { settings }: Services,
): void {
  const cookie = stringifySetCookie({
    name: NAME,
    value,
    path: '/api',
    maxAge: KNOWN_DEVICE_DAYS * 24 * 60 * 60,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https' || settings.PUBLIC_URL?.startsWith('https:') === true,
  })
  reply.header('set-cookie', cookie)
}
