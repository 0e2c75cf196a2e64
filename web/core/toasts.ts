import { store } from './store.ts'

export interface Toast {
  id: number
  message: string
  kind: 'done' | 'failed' | 'note'
}

export const toasts = store<readonly Toast[]>([])

let last = 0

function show(message: string, kind: Toast['kind']): void {
  last += 1
  toasts.set([...toasts.get(), { id: last, message, kind }])
}

/** Shows short news for 5 seconds; a failure is announced at once, other news politely. */
export const toast = {
  success: (message: string) => show(message, 'done'),
  error: (message: string) => show(message, 'failed'),
  /** Tells news that are neither success nor failure, such as waiting work. */
  note: (message: string) => show(message, 'note'),
}

export const dismissToast = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id))
