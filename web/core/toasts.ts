import { store } from './store.ts'

export interface Toast {
  id: number
  message: string
  failed: boolean
}

export const toasts = store<readonly Toast[]>([])

let last = 0

function show(message: string, failed: boolean): void {
  last += 1
  toasts.set([...toasts.get(), { id: last, message, failed }])
}

/** Short news that leave after 5 seconds; a failure is announced at once, a success politely. */
export const toast = {
  success: (message: string) => show(message, false),
  error: (message: string) => show(message, true),
}

export const dismissToast = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id))
