import { IconCloudUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileProblem, LOGO_FILE } from '../../../shared/files.ts'
import { messageOf } from '../../core/api-error.ts'
import { DropZone } from '../../parts/DropZone.tsx'
import { ShownFile } from '../../parts/ShownFile.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Paper, Stack, Title } from '../../ui/elements.tsx'
import { logoQuery, useLogoChanges } from './api.ts'
import classes from './SettingsPage.module.css'

/** Shows the logo, and gives the college another one or none. */
export function LogoPanel({ logo }: { logo: string | null }) {
  const { save, remove } = useLogoChanges()
  const [problem, setProblem] = useState<string>()
  const picture = useQuery({ ...logoQuery(logo), enabled: logo !== null })
  const saving = useMutation({ mutationFn: (file: File) => save({ params: {}, fields: {}, files: [file] }) })
  const removing = useMutation({ mutationFn: () => remove({}) })
  const error = saving.error ?? removing.error
  const problems = [problem, error ? messageOf(error) : undefined].filter((text) => text !== undefined)
  const isBusy = saving.isPending || removing.isPending

  function choose([file]: readonly File[]): void {
    if (!file) return
    const found = fileProblem(file, LOGO_FILE)
    setProblem(found)
    if (!found) saving.mutate(file)
  }

  return (
    <Paper component="section" withBorder p="md" aria-label="Logo">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Logo
        </Title>
        {logo !== null && picture.data && (
          <div className={classes.logo}>
            <ShownFile file={picture.data} name="The logo of the college" />
          </div>
        )}
        <DropZone
          label="Logo file"
          title="Choose a picture"
          icon={IconCloudUpload}
          note="PNG or JPEG, at most 512 kB and 2000 pixels wide and high"
          accept=".png,.jpg,.jpeg"
          disabled={isBusy}
          problems={problems}
          onChoose={choose}
        />
        {logo !== null && (
          <Group justify="flex-end">
            <Button variant="default" disabled={isBusy} onClick={() => removing.mutate()}>
              Remove logo
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
