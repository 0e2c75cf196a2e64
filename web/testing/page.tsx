import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { vi } from 'vitest'
import type { User } from '../../shared/contract/auth.ts'
import { clearLogin, startLogin, storeRoles } from '../core/login.ts'
import { followNetwork } from '../core/query-client.ts'
import { toasts } from '../core/toasts.ts'
import { ConfirmDialog } from '../layout/ConfirmDialog.tsx'
import { SignInAgain } from '../layout/SignInAgain.tsx'
import { Toasts } from '../layout/Toasts.tsx'
import { refreshAnswered } from '../offline/kinds.ts'

const user: User = {
  id: 7,
  name: 'Ayesha Khan',
  email: 'ayesha@college.test',
  roles: ['admin'],
  must_change_password: false,
}

export const loginAnswer = (token: string, changes: Partial<User> = {}) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  expires_in: 3600,
  user: { ...user, ...changes },
})

export function signedIn(roles: readonly string[] = ['admin'], token = 'first-token'): void {
  startLogin(loginAnswer(token))
  storeRoles(roles)
}

/** Signs out. The person last on this page is then `loginAnswer`'s, not another file's. */
export function signedOut(): void {
  signedIn()
  clearLogin()
}

/** Draws the test's screens for a phone; returns how to take that back. */
export function onPhone(): () => void {
  const before = window.matchMedia('')
  vi.stubGlobal('matchMedia', (media: string) => ({ ...before, media, matches: true }))
  return () => void vi.unstubAllGlobals()
}

/** Renders a screen with the frame's surroundings. */
export const renderPage = (page: ReactNode, address = '/') => renderRoute('*', page, address)

/** Renders a screen whose path has a parameter; every other address shows nothing. */
export function renderRoute(path: string, page: ReactNode, address: string) {
  toasts.set([])
  const framed = (shown: ReactNode) => (
    <>
      {shown}
      <ConfirmDialog />
      <SignInAgain />
      <Toasts />
    </>
  )
  const element = framed(page)
  const routes =
    path === '*'
      ? [{ path, element }]
      : [
          { path, element },
          { path: '*', element: framed(null) },
        ]
  const router = createMemoryRouter(routes, { initialEntries: ['/before', address], initialIndex: 1 })
  const networkMode = 'always'
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode, refetchOnReconnect: true }, mutations: { networkMode } },
  })
  followNetwork(client)
  refreshAnswered(client)
  const shown = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...shown, router, client }
}

interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

export const answer = (status: number, body: unknown, headers?: Record<string, string>) =>
  new Response(JSON.stringify(body), headers ? { status, headers } : { status })

/** Makes the start of a person with these roles, and nothing else in it. */
export const startAnswer = (roles: readonly string[], more: object = {}) => ({
  data: { roles: [...roles], staff: null, student: null, departments: null, batches: null, ...more },
})

/** Replaces the network: lists every call and answers it by `respond`. */
export function network(respond: (call: Call) => Response | Promise<Response>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const call = {
      method: init.method ?? 'GET',
      path: address,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    calls.push(call)
    return respond(call)
  })
  return calls
}

/** Adds a meta tag as the server writes it; returns a function that removes it. */
export function pageMeta(name: string, content: string): () => void {
  const meta = document.createElement('meta')
  meta.name = name
  meta.content = content
  document.head.append(meta)
  return () => meta.remove()
}
