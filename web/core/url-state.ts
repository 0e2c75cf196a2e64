import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { idFrom, readAddress } from './address.ts'
import { useRoles } from './login.ts'

type Changes = Record<string, string | number | undefined>

/**
 * The address as its person reads it, with the ways to change it: filters and the page of a list are in it, so that a reload or a shared link shows the same. Another list begins at
 * the top of the screen, unless it is one of several.
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
    /** All that the address has. */
    names: () => [...params.keys()],
    set,
    turnTo: (page: number) => set({ page: page === 1 ? undefined : page }),
    /** Sets filters of a list; another list begins with its first page. */
    choose: (changes: Changes) => set({ ...changes, page: undefined }),
  }
}

/** The open modal and its record in the address: the phone's back button closes it, a reload opens it again. */
export function useModalUrl() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()
  const openedHere = (location.state as { modalOpened?: boolean } | null)?.modalOpened === true
  const modal = params.get('modal') ?? undefined
  const id = idFrom(params.get('id'))
  const dialog = `${modal} ${id}`
  /** The dialog that the address names now; none once the screen has been left. */
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

/** A dialog that any screen may have over it, open while the address says so: the phone's back button closes it. */
export function useFrameDialog(name: string) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const openedHere = (useLocation().state as { modalOpened?: boolean } | null)?.modalOpened === true

  function close(): void {
    if (openedHere) return void navigate(-1)
    const after = new URLSearchParams(params)
    after.delete(name)
    setParams(after, { replace: true })
  }

  return { value: params.get(name), close }
}

/** Opens such a dialog. It knows the address at the press: what uses it is not drawn again with each other one. */
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
