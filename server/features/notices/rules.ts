import { STOP_PATH } from '../../../shared/contract/notices.ts'
import type { TodayPart } from '../../../shared/contract/today.ts'
import { isSignature, sign } from '../../core/secrets.ts'
import type { TodayKind } from '../../core/today.ts'

const signed = (userId: number) => `stop weekly mail ${userId}`

/** The token with which a person's weekly mail is stopped: it does nothing else, and never ends. */
export const stopTokenOf = (key: Buffer, userId: number): string => `${userId}.${sign(key, signed(userId))}`

const FORM = /^([1-9]\d{0,9})\.([\w-]{43})$/

/** The person whose mail a token stops, if the server has written it. */
export function personOfToken(key: Buffer, token: string): number | undefined {
  const [, id = '', signature = ''] = FORM.exec(token) ?? []
  return isSignature(key, signed(Number(id)), signature) ? Number(id) : undefined
}

/** The hour from which the mails go out on a Monday. */
const MORNING_HOUR = 6
const MONDAY = 1

/** The instant of this Monday's morning in the college; undefined before it, and on other days. */
export function digestMorning(zone: string, now: number): Date | undefined {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const morning = here.withPlainTime({ hour: MORNING_HOUR }).epochMilliseconds
  return here.dayOfWeek === MONDAY && now >= morning ? new Date(morning) : undefined
}

function partText(kinds: readonly TodayKind[], { kind, title, total, more, lines }: TodayPart): string {
  const { mailed } = kinds.find((one) => one.kind === kind && one.title === title) ?? {}
  const heading = `${title}: ${total}`
  if (!mailed) return heading
  const told = (lines ?? []).map((line) => `- ${mailed(line)}`)
  return [heading, ...told, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

/** The kinds of which the weekly mail says something. */
export const mailedKinds = (kinds: readonly TodayKind[]): TodayKind[] => kinds.filter(({ mailed }) => mailed !== null)

/** The text of a weekly mail: what waits, where it is, and how such mails are stopped. */
export function digestText(
  kinds: readonly TodayKind[],
  parts: readonly TodayPart[],
  { publicUrl, token }: { publicUrl: string; token: string },
): string {
  return [
    'This is what waits for you in Clinical eLog:',
    ...parts.map((part) => partText(kinds, part)),
    `${publicUrl}/dashboard`,
    `You have chosen this mail under Notices in your user menu. It is sent on Mondays, when something waits. To stop it without signing in, open this link and press the button:\n${publicUrl}${STOP_PATH}?token=${token}`,
  ].join('\n\n')
}
