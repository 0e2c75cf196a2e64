import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { type PlannedPosting, RotationInput } from '../../../shared/contract/postings.ts'
import { counted } from '../../../shared/labels.ts'
import { toast } from '../../core/toasts.ts'
import { Checkbox, CheckboxGroup } from '../../ui/choices.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Group, SimpleGrid, Stack, Text } from '../../ui/elements.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { rotationPreviewQuery, usePostingChanges } from './api.ts'
import { departmentsOf, rotationBody, rotationField, rotationValues, type Turn, turnsOf } from './rotation.rules.ts'
import { clashText, daysText, type PlanRow } from './rules.ts'

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
        <Group gap="md" mt={4}>
          {rows.map(({ name }) => (
            <Checkbox key={name} value={name} label={name} aria-invalid={errors.group_ids ? true : undefined} />
          ))}
        </Group>
      </CheckboxGroup>
      <CheckboxGroup
        label="Departments"
        description="They are passed through in the order in which they are ticked."
        required
        {...getInputProps('department_ids')}
        value={values.department_ids}
        onChange={(chosen) => setFieldValue('department_ids', chosen)}
      >
        <Group gap="md" mt={4}>
          {departments.map(({ id, name }) => (
            <Checkbox
              key={id}
              value={String(id)}
              label={name}
              aria-invalid={errors.department_ids ? true : undefined}
            />
          ))}
        </Group>
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
      {preview.data && <PreviewTable planned={preview.data} />}
    </FormModal>
  )
}

function PreviewNote({ planned }: { planned: readonly PlannedPosting[] }) {
  const stopped = planned.filter(({ problem }) => problem !== null).length
  const clashing = planned.filter(({ clashes }) => clashes.length > 0).length
  return (
    <Text size="sm" role="status">
      {[
        counted(planned.length, 'posting'),
        stopped > 0 && `${stopped} can’t be made, so none will be`,
        clashing > 0 && `${clashing} with students elsewhere`,
      ]
        .filter(Boolean)
        .join(', ')}
    </Text>
  )
}

/** Shows the planned postings, a row for each group. */
function PreviewTable({ planned }: { planned: readonly PlannedPosting[] }) {
  const turns = turnsOf(planned)
  const columns: Column<Turn>[] = [
    { header: 'Group', cell: ({ name }) => <strong dir="auto">{name}</strong> },
    ...(turns[0]?.postings ?? []).map((one, place) => ({
      header: daysText(one),
      cell: ({ postings }: Turn) => {
        const posting = postings[place]
        return posting && <PreviewCell posting={posting} />
      },
    })),
  ]
  return <DataTable caption="Preview" columns={columns} rows={turns} rowKey={({ name }) => name} />
}

const PreviewCell = ({ posting: { department, problem, clashes } }: { posting: PlannedPosting }) => (
  <Stack gap={0}>
    <bdi>{department.name}</bdi>
    {(problem ?? (clashes.length > 0 && clashText(clashes))) && (
      <Text size="sm" c="red">
        {problem ?? clashText(clashes)}
      </Text>
    )}
  </Stack>
)
