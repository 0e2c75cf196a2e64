import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../core/api-error.ts'
import { toast } from '../core/toasts.ts'
import { Button } from '../ui/buttons.tsx'
import { Problem } from '../ui/Problem.tsx'

/** Saves the logbook of a student as a PDF: the counts, and all signed performances. */
export function LogbookFile({ studentId }: { studentId: number }) {
  const saving = useMutation({
    // Few open this: its code comes with the tap.
    mutationFn: async () => (await import('./logbook-file.ts')).saveLogbook(studentId),
    onSuccess: (name) => toast.success(`Exported ${name}`),
  })
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {saving.isPending ? 'Saving...' : 'Save as PDF'}
      </Button>
      {saving.error && <Problem text={messageOf(saving.error)} />}
    </div>
  )
}
