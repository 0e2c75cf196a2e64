import { useCallbackRef } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { getLogin } from '../core/login.ts'
import type { Series } from '../ui/record-form.ts'
import type { FormValues } from '../ui/schema-form.ts'

/** Keeps the id of the person who goes on, for all forms as long as the tab lives. */
const KEY = 'goes-on'

const ownId = () => String(getLogin()?.user.id)

function keepGoesOn(goesOn: boolean): void {
  try {
    sessionStorage.setItem(KEY, goesOn ? ownId() : '')
  } catch {
    // Without room in the storage the tick holds for this dialog.
  }
}

/** Opens the next form in the place of the one that closes after a save, if the person wants to go on. */
export function useSeries(close: () => void): { count: number; series: Series; onClose: () => void } {
  const [goesOn, setGoesOn] = useState(() => sessionStorage.getItem(KEY) === ownId())
  const [form, setForm] = useState<{ count: number; kept: FormValues }>({ count: 0, kept: {} })
  /** The values to keep of a saved record whose form is still open. */
  const saved = useRef<FormValues>(undefined)

  const onClose = useCallbackRef(() => {
    if (!saved.current || !goesOn) return close()
    setForm({ count: form.count + 1, kept: saved.current })
    saved.current = undefined
  })

  const series: Series = {
    goesOn,
    setGoesOn: (goes) => {
      setGoesOn(goes)
      keepGoesOn(goes)
    },
    kept: form.kept,
    onCreated: (kept) => {
      saved.current = kept
    },
  }
  return { count: form.count, series, onClose }
}
