import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type NoticeChoices, NoticesInput } from '../../../shared/contract/notices.ts'
import { messageOf } from '../../core/api-error.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { noticesQuery, useNoticeChanges } from './api.ts'
import { pushState, REFUSED, subscribe, unsubscribe } from './push.ts'

const TITLE = 'Notices'

interface Props {
  onClose: () => void
}

/** Chooses what the person is told of outside the app. */
export function NoticesModal({ onClose }: Props) {
  return (
    <RecordModal title={TITLE} query={useQuery(noticesQuery)} onClose={onClose}>
      {(choices) => <ChoicesModal choices={choices} onClose={onClose} />}
    </RecordModal>
  )
}

const NO_MAIL = 'This college has set up no mail, so it can’t be chosen.'
const NO_ADDRESS = 'Your account has no address, so it can’t be chosen. Add one in your user menu first.'
const mailText = ({ email }: NoticeChoices) =>
  `On Mondays, to ${email}: how much waits for you, and the first of it. No marks, no names of other people, and of cases only the number. No mail when nothing waits.`

const DEVICE =
  'At once: work due tomorrow, a new mark or result, a decision on leave, a case that waits for you, work that was sent back. It says only that there is something new, also on a locked screen. It goes on after your session, and ends when you sign out here, when your password changes, or when you do not open the app here for 30 days.'

/** The reason why this device can't be chosen. */
function deviceProblem({ push_key }: NoticeChoices): string | undefined {
  if (push_key === null) return 'This college’s server is not set up for it, so it can’t be chosen.'
  if (pushState() === 'unable') return 'This browser can’t be told anything while the app is closed.'
  return pushState() === 'refused' ? REFUSED : undefined
}

interface ChoicesProps extends Props {
  choices: NoticeChoices
}

function ChoicesModal({ choices, onClose }: ChoicesProps) {
  const { save, addDevice, removeDevice } = useNoticeChanges()
  const { weekly_mail, has_mail, email, on_device, push_key } = choices
  const canMail = has_mail && email !== null
  const form = useDraftForm({
    key: 'notices',
    initialValues: { weekly_mail, on_device },
    schema: z.extend(NoticesInput, { on_device: z.boolean() }),
    toBody: (values) => values,
    save: async (chosen) => {
      // First, while the browser still takes the press for the person's consent.
      if (chosen.on_device && !on_device) await addDevice({ body: await subscribe(push_key ?? '') })
      if (!chosen.on_device && on_device) {
        await removeDevice({})
        await unsubscribe()
      }
      await save({ body: { weekly_mail: chosen.weekly_mail } })
    },
    onSaved: () => {
      toast.success('Your notices are saved.')
      onClose()
    },
  })
  const mail = form.fields.getInputProps('weekly_mail', { type: 'checkbox' })
  const device = form.fields.getInputProps('on_device', { type: 'checkbox' })
  const problem = deviceProblem(choices)
  const hasChoice = canMail || weekly_mail || problem === undefined || on_device
  return (
    <FormModal title={TITLE} size="md" form={form} blocked={!hasChoice} onClose={onClose}>
      <Text>The dashboard always tells what waits for you. Here you choose to be told elsewhere too.</Text>
      <Checkbox
        label="A weekly mail"
        description={canMail ? mailText(choices) : has_mail ? NO_ADDRESS : NO_MAIL}
        disabled={!canMail && !mail.checked}
        {...mail}
      />
      <Checkbox
        label="On this device"
        description={problem ?? DEVICE}
        disabled={problem !== undefined && !device.checked}
        {...device}
      />
      <OtherDevices choices={choices} />
    </FormModal>
  )
}

/** Says of other devices that are told, and ends that: nobody may be signed in there any more. */
function OtherDevices({ choices: { other_devices: count } }: Pick<ChoicesProps, 'choices'>) {
  const { removeOtherDevices } = useNoticeChanges()
  const ending = useMutation({ mutationFn: () => removeOtherDevices({}) })
  if (count === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm">
        {count === 1 ? 'One other device of yours is told too.' : `${count} other devices of yours are told too.`}
      </Text>
      <Group>
        <Button variant="default" disabled={ending.isPending} onClick={() => ending.mutate()}>
          {ending.isPending ? 'Ending...' : 'End it there'}
        </Button>
      </Group>
      {ending.error && <Problem text={messageOf(ending.error)} />}
    </Stack>
  )
}
