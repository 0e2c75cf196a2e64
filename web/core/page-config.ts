import { type ClockOffset, keepCollegeClock } from '../../shared/college-clock.ts'

/** What the server writes into the page's meta tags; `vite dev` leaves the placeholders, which count as absent. */
function meta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim()
  return !content || /^__\w+__$/.test(content) ? undefined : content
}

export const csrfToken = () => meta('csrf-token')
/** Without it the page's policy refuses a style that a script puts into it. */
export const styleNonce = () => meta('style-nonce') ?? ''
export const collegeName = () => meta('college-name') ?? 'Clinical Medical College'
export const mailConfigured = () => meta('mail-configured') === 'yes'
/** What the button says that leads to the college's identity provider; nothing where there is none. */
export const providerName = () => meta('provider-name')

/** Whatever both sides check by the day goes by the college's. */
export const startCollegeClock = () => keepCollegeClock(meta('college-timezone') ?? 'Asia/Karachi', clockOffset())

/** What the server says of the college's clock; a device may open a kept page much later. */
function clockOffset(): ClockOffset | undefined {
  const [offset = 0, from = 0, until = 0] = meta('college-clock')?.split(' ').map(Number) ?? []
  return until > from ? { offset, from, until } : undefined
}
