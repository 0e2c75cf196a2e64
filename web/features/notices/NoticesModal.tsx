import { useQuery } from '@tanstack/react-query'
import { type NoticeChoices, NoticesInput } from '../../../shared/contract/notices.ts'
import { toast } from '../../core/toasts.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { noticesQuery, useSavingNotices } from './api.ts'

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

const mailText = ({ email, has_mail }: NoticeChoices) =>
  has_mail
    ? `On Mondays, to ${email}: how much waits for you, and the first of it. No marks, no names of other people, and of cases only the number. No mail when nothing waits.`
    : 'This college has set up no mail, so it can’t be chosen.'

function ChoicesModal({ choices, onClose }: Props & { choices: NoticeChoices }) {
  const save = useSavingNotices()
  const form = useDraftForm({
    key: 'notices',
    initialValues: { weekly_mail: choices.weekly_mail },
    schema: NoticesInput,
    toBody: (values) => values,
    save: (body) => save({ body }),
    onSaved: () => {
      toast.success('Your notices are saved.')
      onClose()
    },
  })
  const mail = form.fields.getInputProps('weekly_mail', { type: 'checkbox' })
  return (
    <FormModal title={TITLE} size="md" form={form} onClose={onClose}>
      <Text>The dashboard always tells what waits for you. Here you choose to be told elsewhere too.</Text>
      <Checkbox
        line
        label="A weekly mail"
        description={mailText(choices)}
        disabled={!choices.has_mail && !mail.checked}
        {...mail}
      />
    </FormModal>
  )
}
