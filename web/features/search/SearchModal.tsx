import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { HIT_KINDS } from '../../../shared/contract/search.ts'
import { wordOf } from '../../../shared/labels.ts'
import { SEARCH_MAX, SEARCH_MIN } from '../../../shared/limits.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Text, VisuallyHidden } from '../../ui/elements.tsx'
import { TextInput } from '../../ui/fields.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import type { Deed } from '../dashboard/api.ts'
import { hitsQuery } from './api.ts'
import { HitsList } from './HitsList.tsx'
import { deedsBy, rowsOf } from './rules.ts'
import classes from './SearchModal.module.css'

const PAUSE_MS = 120
const HINT = 'Name, roll number, phone, case or screen'

interface Props {
  /** The screens and deeds of the person, which are found by their names. */
  deeds: readonly Deed[]
  onClose: () => void
}

/** Searches everything, by keyboard alone: type, choose with the arrows, open with Enter. */
export function SearchModal({ deeds, onClose }: Props) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const [q] = useDebouncedValue(wanted, PAUSE_MS)
  const [active, setActive] = useState(0)
  /** True when Enter was pressed before the hit was there. */
  const [isEager, setIsEager] = useState(false)

  const query = useQuery(hitsQuery(q))
  const isAsked = wanted.length >= SEARCH_MIN
  const found = isAsked ? deedsBy(wanted, deeds) : []
  const hits = isAsked ? rowsOf(query.data?.data ?? []) : []
  const count = found.length + hits.length
  const rowId = (index: number) => `${list}-${index}`
  const isCurrent = isAsked && q === wanted && !query.isPlaceholderData && query.data !== undefined
  const chosen = active < count ? rowId(active) : undefined
  // A screen's name is known here: Enter does not wait for the server.
  const isKnown = isCurrent || active < found.length

  useEffect(() => {
    if (!isEager || !isKnown) return
    setIsEager(false)
    if (chosen) document.getElementById(chosen)?.click()
  }, [isEager, isKnown, chosen])

  function choose(index: number): void {
    const to = (index + count) % count
    setActive(to)
    document.getElementById(rowId(to))?.scrollIntoView({ block: 'nearest' })
  }

  function press(event: KeyboardEvent): void {
    // Enter and the arrows belong to the text being composed, as with some keyboards for Urdu.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) event.preventDefault()
    if (step !== undefined && count > 0) choose(active + step)
    if (event.key === 'Enter') {
      event.preventDefault()
      setIsEager(isAsked)
    }
  }

  function type(text: string): void {
    setTyped(text)
    setActive(0)
    setIsEager(false)
  }

  const shown = { active, onPoint: setActive, rowId }
  return (
    <Modal title="Search" onClose={onClose}>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label="Search for anything"
          placeholder={HINT}
          maxLength={SEARCH_MAX}
          leftSection={<IconSearch size={18} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          data-autofocus
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={chosen !== undefined}
          aria-controls={
            chosen && [found.length > 0 && `${list}-deeds`, hits.length > 0 && list].filter(Boolean).join(' ')
          }
          aria-activedescendant={chosen}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
        <VisuallyHidden role="status">{isCurrent ? countText(count, query.data.more.length > 0) : ''}</VisuallyHidden>
        {found.length > 0 && (
          <HitsList id={`${list}-deeds`} label="Screens" rows={found} q={wanted} from={0} {...shown} />
        )}
        {isAsked ? (
          <ListState
            query={query}
            skeleton={
              <Text c="dimmed" ta="center" p="md">
                Searching...
              </Text>
            }
            isEmpty={({ data }) => data.length === 0}
            empty={found.length === 0 && <Prompt title={`Nothing found for “${q}”`} icon={IconSearch} />}
          >
            {({ more }) => (
              <HitsList
                id={list}
                label="Found"
                rows={hits}
                more={more.map((kind) => wordOf(HIT_KINDS, kind))}
                q={q}
                from={found.length}
                {...shown}
              />
            )}
          </ListState>
        ) : (
          <Text c="dimmed" size="sm" className={classes.keys}>
            Two letters are enough.
            <span className={classes.pressed}>
              {' '}
              <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes.
            </span>
          </Text>
        )}
      </div>
    </Modal>
  )
}

/** Counts the hits. The list itself says that there are none. */
function countText(count: number, isMore: boolean): string {
  if (count === 0) return ''
  if (isMore) return `${count} results, and there are more. Type more to see them.`
  return count === 1 ? '1 result' : `${count} results`
}
