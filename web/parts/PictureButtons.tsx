import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconPhoto, type TablerIcon } from '@tabler/icons-react'
import { Button } from '../ui/buttons.tsx'
import { Group, VisuallyHidden } from '../ui/elements.tsx'
import { HAND_HELD } from '../ui/phone.ts'
import classes from './PhotosModal.module.css'

interface Props {
  hasPages: boolean
  disabled: boolean
  onChoose: (files: File[]) => void
}

/** Takes pictures of the device's camera, where it has one at hand, and of its gallery. */
export function PictureButtons({ hasPages, disabled, onChoose }: Props) {
  // On newer Android phones, choosing pictures offers no camera.
  const isHandHeld = useMediaQuery(HAND_HELD, false, { getInitialValueInEffect: false })
  return (
    <Group gap="xs">
      {isHandHeld && (
        <PictureButton
          label="Take a photo"
          icon={IconCamera}
          capture="environment"
          disabled={disabled}
          onChoose={onChoose}
        />
      )}
      <PictureButton
        label={hasPages ? 'Add photos' : 'Choose photos'}
        icon={IconPhoto}
        disabled={disabled}
        onChoose={onChoose}
      />
    </Group>
  )
}

interface ButtonProps {
  label: string
  icon: TablerIcon
  /** Opens the camera at the back, which takes one picture at a time. */
  capture?: 'environment'
  disabled: boolean
  onChoose: (files: File[]) => void
}

const PictureButton = ({ label, icon: Icon, capture, disabled, onChoose }: ButtonProps) => (
  <Button component="label" variant="default" className={classes.choose} leftSection={<Icon size={18} aria-hidden />}>
    {label}
    <VisuallyHidden>
      <input
        type="file"
        accept="image/*"
        multiple={capture === undefined}
        capture={capture}
        disabled={disabled}
        data-autofocus
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])])
          // Without this, choosing the same picture again would go unnoticed.
          event.currentTarget.value = ''
        }}
      />
    </VisuallyHidden>
  </Button>
)
