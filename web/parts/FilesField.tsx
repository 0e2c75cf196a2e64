import { ActionIcon, Stack } from '@mantine/core'
import { IconCloudUpload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type FilesAllowed, fileProblem } from '../../shared/files.ts'
import { DropZone } from './DropZone.tsx'
import { FileRow, FileRows } from './FilesList.tsx'

interface Props {
  allowed: FilesAllowed
  /** What they are called, such as PDF; the specification's words. */
  kind: string
  accept: string
  files: readonly File[]
  onChange: (files: File[]) => void
  /** How many files the server keeps already. */
  kept?: number
  error?: string | undefined
  disabled: boolean
}

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** The chosen files with more added, and why some of those were left out; `kept` files are on the server already. */
function withFiles(chosen: readonly File[], more: readonly File[], allowed: FilesAllowed, kept: number) {
  const files = [...chosen]
  const problems = new Set<string>()
  for (const file of more) {
    const problem = fileProblem(file, allowed)
    if (problem) problems.add(problem)
    else if (files.some((one) => isSame(one, file))) continue
    else if (files.length + kept >= allowed.most) problems.add(allowed.tooMany)
    else files.push(file)
  }
  return { files, problems: [...problems] }
}

/** Files of a form: to choose more, each refused one says why, and to leave chosen ones out again. */
export function FilesField({ allowed, kind, accept, files, onChange, kept = 0, error, disabled }: Props) {
  const [refused, setRefused] = useState<string[]>([])

  function add(more: readonly File[]): void {
    const next = withFiles(files, more, allowed, kept)
    setRefused(next.problems)
    if (next.files.length > files.length) onChange(next.files)
  }

  function leaveOut(file: File): void {
    setRefused([])
    onChange(files.filter((one) => one !== file))
  }

  return (
    <Stack gap="xs">
      <DropZone
        label={kept === 0 ? `${kind} files` : `More ${kind} files`}
        icon={IconCloudUpload}
        title="Choose files or drop them here"
        note={`${kind} only, at most ${allowed.maxBytes / 1024 / 1024} MB each`}
        accept={accept}
        multiple
        required={kept === 0}
        disabled={disabled}
        path={allowed.field}
        problems={error === undefined ? refused : [error, ...refused]}
        onChoose={add}
      />
      {files.length > 0 && (
        <FileRows label="Chosen files">
          {files.map((file) => (
            <FileRow key={`${file.name}/${file.size}/${file.lastModified}`} file={file}>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => leaveOut(file)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </FileRow>
          ))}
        </FileRows>
      )}
    </Stack>
  )
}
