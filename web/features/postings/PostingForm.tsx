import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Posting, PostingChange, PostingInput, PostingPreview } from '../../../shared/contract/postings.ts'
import { RecordForm } from '../../parts/RecordForm.tsx'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { type Opening, useRecordForm } from '../../ui/record-form.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { clashesQuery, useToldChanges } from './api.ts'
import {
  clashText,
  type Dragged,
  groupIn,
  type Moved,
  type PlanRow,
  POSTING,
  postingBody,
  postingValues,
} from './rules.ts'

const PAUSE_MS = 300

interface Props extends Opening<Posting> {
  rows: readonly PlanRow[]
  departmentId: number | undefined
  dragged: Dragged | undefined
  moved: Moved | undefined
}

/** Adds a posting, or changes one; it begins with the row and the weeks over which somebody has dragged, or moved it. */
export function PostingForm({ rows, departmentId, dragged, moved, ...opening }: Props) {
  const form = useRecordForm({
    kind: POSTING,
    opening,
    values: postingValues(opening.record, { rows, departmentId, dragged, moved }),
    schema: opening.record ? PostingChange : PostingInput,
    toBody: postingBody,
    ...useToldChanges(),
    keeps: ['row', 'group_id'],
  })
  const { getInputProps, setFieldValue, values } = form.fields
  const row = rows.find(({ name }) => name === values.row)

  function chooseRow(name: string): void {
    const former = row?.groups.find(({ id }) => String(id) === values.group_id)?.department_id
    setFieldValue('row', name)
    setFieldValue(
      'group_id',
      groupIn(
        rows.find((one) => one.name === name),
        former ?? departmentId,
      ),
    )
  }

  const [paused] = useDebouncedValue(values, PAUSE_MS)
  const { record } = opening
  const body = {
    posting_id: record?.id,
    group_id: Number(paused.group_id),
    first_day: paused.first_day,
    last_day: paused.last_day,
  }
  // The stored place and days have their clashes with the record.
  const isStored =
    record !== undefined &&
    record.group_id === body.group_id &&
    record.first_day === body.first_day &&
    record.last_day === body.last_day
  const asked = useQuery({
    ...clashesQuery(body),
    enabled: !isStored && z.safeParse(PostingPreview, body).success,
  })
  const clashes = (isStored ? record.clashes : asked.data) ?? []

  return (
    <RecordForm form={form}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <SelectField
          label="Group"
          required
          blank="Choose a group"
          options={rows.map(({ name }) => ({ value: name, label: name }))}
          value={values.row}
          onChange={(event) => chooseRow(event.currentTarget.value)}
        />
        <SelectField
          label="Department"
          required
          blank={row ? 'Choose a department' : 'Choose a group first'}
          options={(row?.groups ?? []).map(({ id, department }) => ({ value: String(id), label: department.name }))}
          {...getInputProps('group_id')}
        />
        <TextInput label="First day" type="date" required {...getInputProps('first_day')} />
        <TextInput label="Last day" type="date" required {...getInputProps('last_day')} />
      </SimpleGrid>
      <TextInput label="Ward" placeholder="Such as Ward 3" autoComplete="off" {...getInputProps('ward')} />
      <div role="status">
        {clashes.length > 0 && (
          <Text size="sm" c="red">
            <IconAlertTriangle size={16} aria-hidden /> On some of these days: {clashText(clashes)}. You can save it
            nevertheless.
          </Text>
        )}
      </div>
    </RecordForm>
  )
}
