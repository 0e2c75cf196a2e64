import { IconCloudUpload, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type FilesAllowed, fileProblem } from '../../shared/files.ts'
import { ActionIcon } from '../ui/buttons.tsx'
import { Stack } from '../ui/elements.tsx'
import type { ChosenFiles } from './chosen-files.ts'
import { DropZone } from './DropZone.tsx'
import { FileRow, FileRows } from './FilesList.tsx'
import { lookAtFile } from './looking-at-files.ts'

/** A form with a field `files`. */
export interface FilesForm {
  pending: boolean
  lacksFiles: boolean
  fields: { errors: Record<string, ReactNode>; clearFieldError: (field: 'files') => void }
}

interface Props {
  form: FilesForm
  files: ChosenFiles
  allowed: FilesAllowed
  /** The word for the files, such as PDF. The system's dialog offers every file: it would hide PDFs of another type. */
  kind?: string
  optional?: boolean
  /** The advice before the choice. */
  advice?: string
  /** Another way to a file, which it gives to `add`. */
  beside?: (add: (files: readonly File[]) => void) => ReactNode
}

const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

/** Adds files to the chosen ones, and returns the problems of refused ones; `kept` counts the files on the server. */
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

/** Returns the texts of the field; `kept` counts the files on the server. */
function textsOf({ most, maxBytes }: FilesAllowed, kind: string | undefined, kept: number) {
  const isSingle = most === 1
  const noun = [kind, isSingle ? 'file' : 'files'].filter(Boolean).join(' ')
  const label = kept === 0 ? noun : `${isSingle ? 'another' : 'more'} ${noun}`
  return {
    label: label.charAt(0).toUpperCase() + label.slice(1),
    title: isSingle ? 'Choose a file' : 'Choose files',
    note: `${kind ? `${kind} only` : 'Any kind'}, at most ${maxBytes / 1024 / 1024} MB${isSingle ? '' : ' each'}`,
  }
}

/** Chooses the files of a form, tells the problem of each refused one, and removes chosen ones. */
export function FilesField({ form, files, allowed, kind, optional = false, advice, beside }: Props) {
  const { added, kept } = files
  const [refused, setRefused] = useState<string[]>([])
  const [told, setTold] = useState<string[]>([])
  const latest = useRef(files)
  latest.current = files
  const error = form.fields.errors.files as string | undefined
  // Beside a refusal the missing file need not be told.
  const isInVain = refused.length > 0 && files.names.length === 0
  const isSingle = allowed.most === 1

  function choose(chosen: File[]): void {
    files.setAdded(chosen)
    // A single file replaces the stored one.
    if (isSingle) files.setRemoved(chosen.length > 0 ? files.stored.map(({ name }) => name) : [])
    form.fields.clearFieldError('files')
  }

  function add(more: readonly File[]): void {
    // Another choice replaces a single file.
    const next = withFiles(isSingle ? [] : added, more, allowed, isSingle ? 0 : kept)
    setRefused(next.problems)
    setTold([])
    if (next.files.length > 0) choose(next.files)
    void lookAt(next.files.filter((file) => !added.includes(file)))
  }

  /** Checks the content of chosen files in the background, and removes the refused ones. */
  async function lookAt(fresh: readonly File[]): Promise<void> {
    for (const file of fresh) {
      const finding = await lookAtFile(file, allowed)
      if (!latest.current.added.includes(file)) continue
      const { refused: problem, told: hint } = finding
      if (hint) setTold((hints) => [...hints, hint])
      if (!problem) continue
      setRefused((problems) => [...problems, problem])
      files.setAdded((chosen) => chosen.filter((one) => one !== file))
      if (isSingle) files.setRemoved([])
    }
  }

  function leaveOut(file: File): void {
    setRefused([])
    setTold([])
    choose(added.filter((one) => one !== file))
  }

  return (
    <Stack gap="xs">
      <DropZone
        {...textsOf(allowed, kind, kept)}
        icon={IconCloudUpload}
        multiple={!isSingle}
        required={!optional && kept === 0}
        disabled={form.pending}
        path="files"
        advice={advice}
        hint={form.lacksFiles ? `Choose the ${isSingle ? 'file' : 'files'} again.` : told.join(' ') || undefined}
        problems={error === undefined || isInVain ? refused : [error, ...refused]}
        onChoose={add}
      />
      {beside?.(add)}
      {added.length > 0 && (
        <FileRows label={isSingle ? 'Chosen file' : 'Chosen files'}>
          {added.map((file) => (
            <FileRow key={`${file.name}/${file.size}/${file.lastModified}`} file={file}>
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Remove ${file.name}`}
                disabled={form.pending}
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
