import { leaveSignInNews } from '../core/sign-in-news.ts'

const PATIENCE_MS = 3000

/**
 * Loads the page of the sign-in (web/sign-in), once the device has forgotten what the person looked at: nothing of it
 * stays in this page's memory either.
 * @param news a line that the sign-in shows
 */
export async function toSignIn(news?: string): Promise<void> {
  if (news) leaveSignInNews(news)
  const forgotten = import('./forgetting.ts').then(({ forgetOthers }) => forgetOthers())
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([forgotten, late]).catch(() => undefined)
  // The browser may keep this page for its Back button.
  window.addEventListener('pageshow', () => location.reload())
  location.replace('/login')
}
