import { useLogin } from './core/login.ts'
import { useFrameDialog } from './core/url-state.ts'
import { later } from './ui/later.tsx'

const ChangePasswordModal = later(
  async () => (await import('./features/auth/ChangePasswordModal.tsx')).ChangePasswordModal,
)

const CalendarModal = later(async () => (await import('./features/calendar/CalendarModal.tsx')).CalendarModal)

const DevicesModal = later(async () => (await import('./features/auth/DevicesModal.tsx')).DevicesModal)

const NoticesModal = later(async () => (await import('./features/notices/NoticesModal.tsx')).NoticesModal)

const AddAddressModal = later(async () => (await import('./features/auth/AddAddressModal.tsx')).AddAddressModal)

const TwoStepModal = later(async () => (await import('./features/auth/TwoStepModal.tsx')).TwoStepModal)

const TwoStepOffModal = later(async () => (await import('./features/auth/TwoStepOffModal.tsx')).TwoStepOffModal)

const ACCOUNT_DIALOGS = new Map([
  ['password', ChangePasswordModal],
  ['address', AddAddressModal],
  ['calendar', CalendarModal],
  ['devices', DevicesModal],
  ['notices', NoticesModal],
  ['two-step', TwoStepModal],
])

/** Shows the dialogs of the user menu. */
export function AccountDialog() {
  const { value, close } = useFrameDialog('account')
  const by = useLogin()?.user.second_factor_reset_by
  const Modal = ACCOUNT_DIALOGS.get(value ?? '')
  if (Modal) return <Modal onClose={close} />
  // Told before anything else, over any screen.
  return by && <TwoStepOffModal by={by} />
}
