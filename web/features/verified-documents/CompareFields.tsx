import { IconFileSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { CheckedDocument } from '../../../shared/contract/verified-documents.ts'
import { sha256Of } from '../../core/digest.ts'
import { DropZone } from '../../parts/DropZone.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import classes from './CompareFields.module.css'

type Compared = 'same' | 'board' | 'other' | 'unreadable' | 'no way'

const TEXTS: Record<Compared, { color: 'green' | 'red' | 'yellow'; title: string; advice: string }> = {
  same: {
    color: 'green',
    title: 'The file is the one that was issued',
    advice: 'Nothing in it has been changed since.',
  },
  board: {
    color: 'green',
    title: 'The file is the one that was issued',
    advice: 'It is the names for the board of this list. Nothing in it has been changed since.',
  },
  other: {
    color: 'red',
    title: 'The file is another one',
    advice: 'It may have been changed, or saved anew by a program. Please do not rely on it.',
  },
  unreadable: {
    color: 'yellow',
    title: 'The file could not be read',
    advice: 'Please choose it again.',
  },
  'no way': {
    color: 'yellow',
    title: 'This browser cannot compare the file here',
    advice: 'It does so only at an address that begins with https. You can compare the SHA-256 below by a program.',
  },
}

/** Compares a file with those that were issued, in the browser alone. */
export function CompareFields({ sha256, board_sha256 }: Pick<CheckedDocument, 'sha256' | 'board_sha256'>) {
  const [compared, setCompared] = useState<{ name: string; is: Compared }>()

  async function compare(file: File | undefined): Promise<void> {
    if (!file) return
    const is = await file
      .arrayBuffer()
      .then(sha256Of)
      .then(
        (found): Compared => {
          if (found === undefined) return 'no way'
          if (found === sha256) return 'same'
          return found === board_sha256 ? 'board' : 'other'
        },
        (): Compared => 'unreadable',
      )
    setCompared({ name: file.name, is })
  }

  const told = compared && TEXTS[compared.is]
  return (
    <Stack gap="sm">
      <DropZone
        label="Compare your file"
        icon={IconFileSearch}
        title="Choose the PDF"
        note="It is compared on your device and sent nowhere."
        accept=".pdf,application/pdf"
        problems={[]}
        onChoose={([file]) => void compare(file)}
      />
      {compared && told && (
        <Alert color={told.color} role="status" title={told.title}>
          <bdi>{compared.name}</bdi>: {told.advice}
        </Alert>
      )}
      <Text size="sm" c="dimmed" className={classes.hash}>
        SHA-256 {sha256}
      </Text>
      {board_sha256 && (
        <Text size="sm" c="dimmed" className={classes.hash}>
          SHA-256 of the names for the board {board_sha256}
        </Text>
      )}
    </Stack>
  )
}
