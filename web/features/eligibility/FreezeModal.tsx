import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { FreezeInput } from '../../../shared/contract/eligibility-lists.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { toast } from '../../core/toasts.ts'
import { useDepartmentFilters } from '../../parts/own-department.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { dotted } from '../../ui/texts.ts'
import { useFreeze } from './lists.api.ts'
import { freezeBody, freezeValues, listAddress } from './lists.rules.ts'

interface Props {
  /** The batch whose list is frozen, by the conditions of the department in the address. */
  id: number
  onClose: () => void
}

/** Says what is kept, and freezes the list of a batch as it stands. */
export function FreezeModal({ id, onClose }: Props) {
  const { filters, department } = useDepartmentFilters()
  const batches = useQuery(batchChoicesQuery)
  const navigate = useNavigate()
  const freeze = useFreeze()
  const frozenId = useRef(0)
  const place = { batch_id: id, department_id: filters.departmentId }
  const form = useDraftForm({
    key: `frozen-list:${id}:new`,
    initialValues: freezeValues,
    schema: FreezeInput,
    toBody: (values) => freezeBody(values, place),
    save: async (body, _, key) => {
      const { data } = await freeze({ body, key })
      toast.success(`Eligibility list ${data.number} has been frozen.`)
      frozenId.current = data.id
    },
    // Only then is nothing typed there that could be lost.
    onSaved: () => navigate(listAddress(frozenId.current), { replace: true }),
  })
  const batch = batches.data?.find((one) => one.id === id)
  return (
    <FormModal
      title="Freeze List"
      thing={dotted([batch?.name, department?.name ?? 'All departments'])}
      form={form}
      saveLabel="Freeze"
      pendingLabel="Freezing..."
      onClose={onClose}
    >
      <Text size="sm">
        The list keeps the rules, and of every student the name, the roll number, each figure, the verdict and each
        exemption with its reason, as they are at this moment. Nothing changes it afterwards, and it can’t be deleted.
      </Text>
      <Text size="sm" c="dimmed">
        It gets a number and a code by which anybody can check its PDF, and takes the place of the former list of this
        batch, which can still be read. Search, condition and verdict chosen on the screen do not matter.
      </Text>
      <TextInput
        label="Title"
        description="What the list is for, if its batch does not say it."
        placeholder="Final professional examination 2026"
        {...form.fields.getInputProps('title')}
      />
    </FormModal>
  )
}
