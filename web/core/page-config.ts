import { type ClockOffset, keepCollegeClock } from '../../shared/college-clock.ts'

/** Returns a meta tag of the server's page; `vite dev` leaves the placeholders, which count as absent. */
function meta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim()
  return !content || /^__\w+__$/.test(content) ? undefined : content
}

export const csrfToken = () => meta('csrf-token')
/** The page's policy refuses a script's style without this nonce. */
export const styleNonce = () => meta('style-nonce') ?? ''
export const collegeName = () => meta('college-name') ?? 'Clinical Medical College'
/** Returns the address of the college's logo; nothing where it has none. */
export function logoAddress(): string | undefined {
  const digest = meta('college-logo')
  return digest === undefined ? undefined : `/api/settings/mark?digest=${digest}`
}
export const mailConfigured = () => meta('mail-configured') === 'yes'
/** Returns the text of the button to the college's identity provider; nothing if there is none. */
export const providerName = () => meta('provider-name')

/** Sets the college's clock, by which both sides check days. */
export const startCollegeClock = () => keepCollegeClock(meta('college-timezone') ?? 'Asia/Karachi', clockOffset())

/** Returns the server's data about the college's clock. A kept page may be opened much later, so it ends. */
function clockOffset(): ClockOffset | undefined {
  const [offset = 0, from = 0, until = 0] = meta('college-clock')?.split(' ').map(Number) ?? []
  return until > from ? { offset, from, until } : undefined
}
