// Part of the service worker (vite.config.ts): shows a notice that the server has sent, also while the app is closed, and
// opens its screen when it is pressed. The words are the server's (server/features/notices/events.rules.ts).

const SAYS_NOTHING = { kind: 'new', text: 'There is something new.', to: '/dashboard' }

function read(data) {
  try {
    return { ...SAYS_NOTHING, ...data.json() }
  } catch {
    return SAYS_NOTHING
  }
}

self.addEventListener('push', (event) => {
  const { kind, text, to } = read(event.data)
  const shown = { body: text, tag: kind, icon: '/favicon.svg', data: { to } }
  event.waitUntil(self.registration.showNotification('Clinical eLog', shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // A window of its own: another one may have a form open.
  const { pathname, search } = new URL(event.notification.data.to, self.location.origin)
  event.waitUntil(self.clients.openWindow(pathname + search))
})
