import { countDaysIn, type KnownDay } from '../../shared/today.ts'

/** What the server writes into the page's meta tags; `vite dev` leaves the placeholders, which count as absent. */
function meta(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim()
  return !content || /^__\w+__$/.test(content) ? undefined : content
}

export const csrfToken = () => meta('csrf-token')
export const collegeName = () => meta('college-name') ?? 'Clinical Medical College'
export const collegeTimezone = () => meta('college-timezone') ?? 'Asia/Karachi'
/** Whatever both sides check by the day goes by the college's. */
export const keepCollegeDay = () => countDaysIn(collegeTimezone(), collegeDay())
/** The college's day when the page was sent; a device may open a kept page on a later one. */
function collegeDay(): KnownDay | undefined {
  const [day, from, until] = meta('college-day')?.split(' ') ?? []
  return day && from && until ? { day, from: Number(from), until: Number(until) } : undefined
}
export const mailConfigured = () => meta('mail-configured') === 'yes'
