import { isSignature, sign } from '../../core/secrets.ts'

export interface Feed {
  id: string
  user_id: number
}

const signed = ({ id, user_id }: Feed) => `${id} ${user_id}`

/** The part of an address that nobody can guess: the feed's id, and that the server has given it to this person. */
export const secretOf = (key: Buffer, feed: Feed): string => `${feed.id}.${sign(key, signed(feed))}`

const FORM = /^([\w-]{1,40})\.([\w-]{43})$/

/** The feed's id and the signature that an address names; of what is no address, an id that no feed has. */
export function partsOf(secret: string): { id: string; signature: string } {
  const [, id = '', signature = ''] = FORM.exec(secret) ?? []
  return { id, signature }
}

/** True when the signature of an address is this feed's. An address without a feed takes as long to refuse. */
export function isSigned(key: Buffer, feed: Feed | undefined, signature: string): feed is Feed {
  return isSignature(key, signed(feed ?? { id: '', user_id: 0 }), signature) && feed !== undefined
}

/** For how long a calendar goes back and ahead. */
const DAYS_BACK = 30
const DAYS_AHEAD = 180

export interface Days {
  from: string
  to: string
}

/** The days that a calendar tells of when it is asked for on this one. */
export function daysAround(today: string): Days {
  const day = Temporal.PlainDate.from(today)
  return {
    from: day.subtract({ days: DAYS_BACK }).toString(),
    to: day.add({ days: DAYS_AHEAD }).toString(),
  }
}
