import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type Location, Navigate, Outlet, ScrollRestoration } from 'react-router'
import { AUTHENTICATION_REQUIRED } from '../core/api-error.ts'
import { useLogin, wasLost } from '../core/login.ts'
import { newKey } from '../core/new-key.ts'
import { queryClient } from '../core/query-client.ts'
import { toSignIn } from '../offline/to-sign-in.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Footer } from './Footer.tsx'
import classes from './Frame.module.css'
import { useFollowing } from './following.ts'
import { Header } from './Header.tsx'
import { useRoomForRail } from './rail.ts'
import { SignInAgain } from './SignInAgain.tsx'
import { Toasts } from './Toasts.tsx'

type Entry = { place?: string } | null

/** The key of a tab's first screen, to which the router gives none. It lasts until an address is opened anew. */
const place = (window.history.state as Entry)?.place ?? newKey()
window.history.replaceState({ ...window.history.state, place }, '')

const placeOf = ({ key }: Location) => (key === 'default' ? ((window.history.state as Entry)?.place ?? place) : key)

interface Props {
  /** Stands beside every screen. */
  navigation?: ReactNode
  /** Dialogs that any screen may open. */
  children?: ReactNode
}

/** Frames every screen behind the sign-in. */
export function Frame({ navigation, children }: Props) {
  const login = useLogin()
  useFollowing()
  useRoomForRail()
  const isSignedIn = login !== undefined
  useEffect(() => {
    if (!isSignedIn) void toSignIn(wasLost() ? AUTHENTICATION_REQUIRED : undefined)
  }, [isSignedIn])
  if (!login) return null
  if (login.user.must_change_password) return <Navigate to="/choose-password" replace />
  if (login.user.must_set_up_second_factor) return <Navigate to="/set-up-two-step" replace />
  return (
    <QueryClientProvider client={queryClient}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <Header user={login.user} />
      <main id="content" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      {navigation}
      <Footer />
      {children}
      <ConfirmDialog />
      <SignInAgain />
      <Toasts />
      <ScrollRestoration getKey={placeOf} />
    </QueryClientProvider>
  )
}
