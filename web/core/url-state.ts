import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { idFrom, readAddress } from './address.ts'
import { useRoles } from './login.ts'

type Changes = Record<string, string | number | undefined>

/**
 * Reads the address for its person, and keeps filters and page of a list in it, so that a reload or a shared link shows
 * the same. Another list begins at the top of the screen, unless it is one of several.
 */
export function useFilters() {
  const [params, setParams] = useSearchParams()
  const path = useParams()
  const roles = useRoles()
  const set = useCallback(
    (changes: Changes, { staysInPlace = false } = {}) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes))
            if (value === undefined || value === '') after.delete(name)
            else after.set(name, String(value))
          return after
        },
        { replace: true, preventScrollReset: staysInPlace },
      ),
    [setParams],
  )
  return {
    ...readAddress(new URLSearchParams([...Object.entries(path as Record<string, string>), ...params]), roles),
    /** Returns all names in the address. */
    names: () => [...params.keys()],
    set,
    turnTo: (page: number) => set({ page: page === 1 ? undefined : page }),
    /** Sets filters of a list, and goes to its first page. */
    choose: (changes: Changes) => set({ ...changes, page: undefined }),
  }
}

/** Keeps the open modal and its record in the address: the phone's back button closes it, a reload opens it again. */
export function useModalUrl() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const openedHere = (location.state as { modalOpened?: boolean } | null)?.modalOpened === true
  const modal = params.get('modal') ?? undefined
  const id = idFrom(params.get('id'))
  const dialog = `${modal} ${id}`
  /** The dialog in the address; undefined once the screen has been left. */
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    shown.current = dialog
    return () => {
      shown.current = undefined
    }
  }, [dialog])

  const open = useCallback(
    (modal: string, id?: number) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          after.set('modal', modal)
          if (id === undefined) after.delete('id')
          else after.set('id', String(id))
          return after
        },
        { state: { modalOpened: true }, preventScrollReset: true },
      ),
    [setParams],
  )

  const close = useCallback(() => {
    // A save may end after its dialog has been left: then there is nothing to go back from.
    if (shown.current !== dialog) return
    if (openedHere) return void navigate(-1)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('modal')
        after.delete('id')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [dialog, openedHere, navigate, setParams])

  return { modal, id, open, close }
}

/** Opens a dialog over any screen while the address says so: the phone's back button closes it. */
export function useFrameDialog(name: string) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const openedHere = (state as { modalOpened?: boolean } | null)?.modalOpened === true

  function close(): void {
    if (openedHere) return void navigate(-1)
    const after = new URLSearchParams(params)
    after.delete(name)
    setParams(after, { replace: true })
  }

  /** Opens the dialog, or shows another record in the open one: Back closes it then as before. */
  function show(value: string | number): void {
    const after = new URLSearchParams(params)
    after.set(name, String(value))
    const isOpen = params.has(name)
    setParams(after, { replace: isOpen, state: isOpen ? state : { modalOpened: true }, preventScrollReset: true })
  }

  return { value: params.get(name), show, close }
}

/** Returns a function that opens such a dialog. It reads the address at the press, so components need not follow it. */
export function useOpenFrameDialog(name: string) {
  const navigate = useNavigate()
  return useCallback(
    (value: string) => {
      const after = new URLSearchParams(window.location.search)
      after.set(name, value)
      return navigate({ search: `?${after}` }, { state: { modalOpened: true }, preventScrollReset: true })
    },
    [name, navigate],
  )
}
