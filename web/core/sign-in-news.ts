const NEWS = 'sign-in-news'

/** Leaves a line for the page of the sign-in. */
export const leaveSignInNews = (news: string): void => sessionStorage.setItem(NEWS, news)

/** Returns the line that the page before has left, once. */
export function takeSignInNews(): string | null {
  const news = sessionStorage.getItem(NEWS)
  sessionStorage.removeItem(NEWS)
  return news
}
