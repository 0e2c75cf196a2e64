import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { memo } from 'react'
import { hasLetterKeys } from '../core/letter-keys.ts'
import { useOpenFrameDialog } from '../core/url-state.ts'
import { Button } from '../ui/buttons.tsx'
import classes from './Frame.module.css'

const KEYS = /Mac|iP(?:hone|ad|od)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/**
 * Opens the search by a press, by Ctrl K even in a field, or by `/`, but not over a dialog. Memoised, since the rest of
 * the header is drawn with each address.
 */
export const SearchButton = memo(function SearchButton() {
  const open = useOpenFrameDialog('search')
  const search = () => {
    // Set by ui/Dialog.tsx.
    if (document.documentElement.dataset.dialog === undefined) void open('open')
  }
  // Matches the physical key: an Urdu keyboard gives it another letter.
  useHotkeys([['mod+K', search, { usePhysicalKeys: true }]], [], true)
  useHotkeys([['/', () => hasLetterKeys() && search()]])
  return (
    <Button
      variant="default"
      size="sm"
      className={classes.searchButton}
      aria-keyshortcuts="Control+K Meta+K /"
      aria-haspopup="dialog"
      onClick={search}
    >
      <IconSearch size={18} aria-hidden />
      <span className={classes.searchLabel} data-keys={KEYS}>
        Search
      </span>
    </Button>
  )
})
