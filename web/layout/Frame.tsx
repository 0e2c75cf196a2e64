import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Location, Navigate, Outlet, ScrollRestoration } from 'react-router'
import { useLogin } from '../core/login.ts'
import { queryClient } from '../core/query-client.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Footer } from './Footer.tsx'
import classes from './Frame.module.css'
import { Header } from './Header.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { Toasts } from './Toasts.tsx'
import '../ui/styles-frame.ts'

/** The first screen of a tab has no key of its own: another address is not left where that one was. */
const placeOf = ({ key, pathname, search }: Location) => (key === 'default' ? `${pathname}${search}` : key)

/** Everything behind the sign-in stands inside this; `children` are dialogs that any screen may open. */
export function Frame({ children }: { children?: ReactNode }) {
  const login = useLogin()
  if (!login) return <Navigate to="/login" replace />
  if (login.user.must_change_password) return <Navigate to="/choose-password" replace />
  return (
    <QueryClientProvider client={queryClient}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <Header user={login.user} />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      {children}
      <ConfirmDialog />
      <SignInAgain />
      <Toasts />
      <ScrollRestoration getKey={placeOf} />
    </QueryClientProvider>
  )
}
