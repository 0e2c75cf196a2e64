import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { RotationInput } from '../../../shared/contract/postings.ts'
import { toast } from '../../core/toasts.ts'
import { Checkbox, CheckboxGroup } from '../../ui/choices.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { rotationPreviewQuery, usePostingChanges } from './api.ts'
import classes from './RotationModal.module.css'
import { PreviewNote, RotationPanel } from './RotationPanel.tsx'
import { departmentsOf, rotationBody, rotationField, rotationValues } from './rotation.rules.ts'
import type { PlanRow } from './rules.ts'

const PAUSE_MS = 300

interface Props {
  rows: readonly PlanRow[]
  batchName: string
  onClose: () => void
}

/** Makes all postings of a rotation at once, after showing them. */
export function RotationModal({ rows, batchName, onClose }: Props) {
  const { rotate } = usePostingChanges()
  const [initialValues] = useState(() => rotationValues(rows))
  const form = useDraftForm({
    key: 'posting:rotation',
    initialValues,
    schema: RotationInput,
    toBody: (values) => rotationBody(values, rows),
    fieldOf: rotationField,
    save: (body, _, key) => rotate({ body, key }),
    onSaved: () => {
      toast.success('Postings created')
      onClose()
    },
  })
  const { values, getInputProps, setFieldValue, errors } = form.fields
  const [paused] = useDebouncedValue(values, PAUSE_MS)
  const body = rotationBody(paused, rows)
  const preview = useQuery({
    ...rotationPreviewQuery(body),
    enabled: z.safeParse(RotationInput, body).success,
  })
  const departments = departmentsOf(rows)
  const inOrder = values.department_ids.flatMap((id) => departments.find((one) => String(one.id) === id)?.name ?? [])

  return (
    <FormModal
      title="Rotate"
      thing={batchName}
      size="xl"
      form={form}
      saveLabel="Create postings"
      pendingLabel="Creating..."
      blocked={preview.data?.some(({ problem }) => problem !== null)}
      note={preview.data && <PreviewNote planned={preview.data} />}
      onClose={onClose}
    >
      <CheckboxGroup
        label="Groups"
        required
        {...getInputProps('group_ids')}
        value={values.group_ids}
        onChange={(names) => setFieldValue('group_ids', names)}
      >
        <div className={classes.ticks}>
          {rows.map(({ name }) => (
            <Checkbox key={name} value={name} label={name} aria-invalid={errors.group_ids ? true : undefined} />
          ))}
        </div>
      </CheckboxGroup>
      <CheckboxGroup
        label="Departments"
        description="They are passed through in the order in which they are ticked."
        required
        {...getInputProps('department_ids')}
        value={values.department_ids}
        onChange={(chosen) => setFieldValue('department_ids', chosen)}
      >
        <div className={classes.ticks}>
          {departments.map(({ id, name }) => (
            <Checkbox
              key={id}
              value={String(id)}
              label={name}
              aria-invalid={errors.department_ids ? true : undefined}
            />
          ))}
        </div>
      </CheckboxGroup>
      {inOrder.length > 1 && (
        <Text size="sm" role="status">
          Order: {inOrder.join(' → ')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="First day" type="date" required {...getInputProps('first_day')} />
        <TextInput label="Weeks in each" inputMode="numeric" autoComplete="off" required {...getInputProps('weeks')} />
      </SimpleGrid>
      {preview.data && (
        <RotationPanel
          planned={preview.data}
          batchId={rows[0]?.groups[0]?.batch_id}
          onLeftOut={(name) =>
            setFieldValue(
              'group_ids',
              values.group_ids.filter((one) => one !== name),
            )
          }
        />
      )}
    </FormModal>
  )
}
