import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Hit, search } from '../../../shared/contract/search.ts'
import { useFrameDialog } from '../../core/url-state.ts'
import { SearchButton } from '../../layout/SearchButton.tsx'
import { HELD, held, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { pieces } from './rules.ts'
import { SearchModal } from './SearchModal.tsx'

const hit = (kind: Hit['kind'], id: number, title: string, detail = ''): Hit => ({
  kind,
  id,
  title,
  detail,
  to: `/${kind}?modal=view&id=${id}`,
})
const AYESHA = hit('student', 1, 'Ayesha Khan', 'MBBS-22001 · MBBS 2022')
const AYAN = hit('student', 2, 'Ayan Malik', 'MBBS-22002 · MBBS 2022')
const TASK = hit('task', 1, 'Day of the ward', 'Medicine')

const DEEDS = [
  { title: 'Attendance', also: '', to: '/attendance' },
  { title: 'Take a register', also: '', to: '/attendance' },
  { title: 'Incident/Issue Reporting', also: 'Cases', to: '/reporting' },
]

function Screen() {
  const { value, close } = useFrameDialog('search')
  return (
    <>
      <SearchButton />
      <label>
        Notes <input />
      </label>
      {value === 'open' && <SearchModal deeds={DEEDS} onClose={close} />}
    </>
  )
}

const field = () => screen.findByRole('combobox', { name: 'Search for anything' })
const chosen = () => screen.getByRole('option', { selected: true })
const address = (router: ReturnType<typeof renderPage>['router']) =>
  router.state.location.pathname + router.state.location.search

async function opened() {
  signedIn()
  const { router } = renderPage(<Screen />, '/here')
  await userEvent.keyboard('{Control>}k{/Control}')
  return { router, input: await field() }
}

test('opens by a press, Ctrl K from a field, and / outside of one, and gives the focus back', async () => {
  signedIn()
  renderPage(<Screen />)
  const button = screen.getByRole('button', { name: 'Search' })
  await userEvent.click(button)
  expect(document.activeElement).toBe(await field())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))

  const notes = screen.getByLabelText('Notes')
  await userEvent.type(notes, 'a/b')
  expect(notes).toHaveProperty('value', 'a/b')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}')
  await field()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(notes))

  notes.blur()
  await userEvent.keyboard('/')
  expect(await field()).toHaveProperty('value', '')
})

test('does not open over another dialog', async () => {
  signedIn()
  const { router } = renderPage(<Screen />, '/here')
  document.documentElement.dataset.dialog = ''
  await userEvent.keyboard('{Control>}k{/Control}/')
  delete document.documentElement.dataset.dialog
  expect(address(router)).toBe('/here')
})

test('what is found stands under its kind, the first one chosen; arrows go round, Enter opens', async () => {
  const calls = served([search.find, { data: [AYESHA, AYAN, TASK], more: [] }])
  const { router, input } = await opened()
  await userEvent.type(input, ' ay ')
  const students = await screen.findByRole('group', { name: 'Students' })
  expect(within(students).getAllByRole('option')).toHaveLength(2)
  expect(within(screen.getByRole('group', { name: 'Tasks' })).getAllByRole('option')).toHaveLength(1)
  expect(calls.map(({ path }) => path)).toEqual(['/api/search?q=ay'])
  expect(await screen.findByText('3 results')).toBeTruthy()
  expect(within(students).getAllByText('Ay', { selector: 'mark' })).toHaveLength(2)

  const said = () => input.getAttribute('aria-activedescendant')
  expect([chosen().textContent, said()]).toEqual(['Ayesha KhanMBBS-22001 · MBBS 2022', chosen().id])
  await userEvent.keyboard('{ArrowUp}')
  expect([chosen().textContent, said()]).toEqual(['Day of the wardMedicine', chosen().id])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(chosen().textContent).toContain('Ayan Malik')
  await userEvent.keyboard('{Enter}')
  expect(address(router)).toBe('/student?modal=view&id=2')
  // The hit replaces the search: back leads to the screen before it.
  await router.navigate(-1)
  expect(address(router)).toBe('/here')
})

test('a kind of which more was found says so, in its place and to a screen reader', async () => {
  served([search.find, { data: [AYESHA, AYAN, TASK], more: ['student'] }])
  const { input } = await opened()
  await userEvent.type(input, 'ay')
  const students = await screen.findByRole('group', { name: 'Students' })
  expect(within(students).getByText('There are more. Type more to see them.')).toBeTruthy()
  expect(within(screen.getByRole('group', { name: 'Tasks' })).queryByText(/There are more/)).toBeNull()
  expect(await screen.findByText('3 results, and there are more. Type more to see them.')).toBeTruthy()
})

test('screens and deeds are found by the beginnings of their words, before the server has answered', async () => {
  served([search.find, HELD])
  const { router, input } = await opened()
  await userEvent.type(input, 'reg tak')
  const found = await screen.findByRole('listbox', { name: 'Screens' })
  expect(within(within(found).getByRole('group', { name: 'Go to' })).getAllByRole('option')).toHaveLength(1)
  expect(input.getAttribute('aria-activedescendant')).toBe(chosen().id)
  expect(input.getAttribute('aria-controls')).toBe(found.id)
  await userEvent.keyboard('{Enter}')
  expect(address(router)).toBe('/attendance')
})

test('screens stand above the records, and the arrows go through both', async () => {
  served([search.find, { data: [TASK], more: [] }])
  const { input } = await opened()
  await userEvent.type(input, 'case')
  await screen.findByRole('option', { name: /Day of the ward/ })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Incident/Issue Reporting',
    'Day of the wardMedicine',
  ])
  expect(await screen.findByText('2 results')).toBeTruthy()
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen().textContent).toBe('Day of the wardMedicine')
  await userEvent.keyboard('{ArrowDown}')
  expect(chosen().textContent).toBe('Incident/Issue Reporting')
})

test('a screen is found where there is no record, and none where its words are not', async () => {
  served([search.find, { data: [], more: [] }])
  const { input } = await opened()
  await userEvent.type(input, 'atten')
  expect(await screen.findByText('1 result')).toBeTruthy()
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  await userEvent.type(input, ' xy')
  expect(await screen.findByText('Nothing found for “atten xy”')).toBeTruthy()
})

test('a hit is opened by a press', async () => {
  served([search.find, { data: [AYESHA, TASK], more: [] }])
  const { router, input } = await opened()
  await userEvent.type(input, 'ay')
  await userEvent.click(await screen.findByRole('option', { name: /Day of the ward/ }))
  expect(address(router)).toBe('/task?modal=view&id=1')
})

test('one letter asks nothing', async () => {
  const calls = served([search.find, { data: [AYESHA], more: [] }])
  const { input } = await opened()
  await userEvent.type(input, 'a ')
  expect(screen.getByText(/Two letters are enough/)).toBeTruthy()
  await userEvent.type(input, 'y')
  await screen.findByRole('option', { name: /Ayesha/ })
  expect(calls.map(({ path }) => path)).toEqual(['/api/search?q=a+y'])
})

test('what was found before stays paler, Enter waits for what is typed, and a late answer replaces no newer one', async () => {
  served([search.find, HELD])
  const { router, input } = await opened()
  await userEvent.type(input, 'ay')
  const first = await held(search.find)
  first.answer({ data: [AYESHA], more: [] })
  const old = await screen.findByRole('option', { name: /Ayesha/ })
  await userEvent.type(input, 'an')
  const second = await held(search.find)
  await waitFor(() => expect(old.closest('[aria-busy="true"]')).toBeTruthy())
  await userEvent.keyboard('{Enter}')
  expect(address(router)).toBe('/here?search=open')
  await userEvent.type(input, ' m')
  const third = await held(search.find)
  expect([second.query.q, third.query.q]).toEqual(['ayan', 'ayan m'])
  expect(second.signal?.aborted).toBe(true)
  await userEvent.keyboard('{Enter}')
  third.answer({ data: [AYAN], more: [] })
  await waitFor(() => expect(address(router)).toBe('/student?modal=view&id=2'))
})

test('nothing found, and a failure with Retry', async () => {
  let isBroken = true
  served([
    search.find,
    ({ query }) => (query.q === 'zz' ? { data: [], more: [] } : isBroken ? refuse(503) : { data: [AYESHA], more: [] }),
  ])
  const { input } = await opened()
  await userEvent.type(input, 'zz')
  expect(await screen.findByText('Nothing found for “zz”')).toBeTruthy()
  expect(input.getAttribute('aria-expanded')).toBe('false')
  await userEvent.clear(input)
  await userEvent.type(input, 'ayesha')
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to search')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('option', { name: /Ayesha/ })).toBeTruthy()
})

test.each([
  ['Ayesha Khan', 'ESHA', ['Ay', 'esha', ' Khan']],
  ['احمد علی', 'علی', ['احمد ', 'علی', '']],
  ['50%_of (it)?', '(it)?', ['50%_of ', '(it)?', '']],
  ['İzmir', 'z', ['İ', 'z', 'mir']],
  ['Ayan', '', ['Ayan']],
])('%s with %s marked', (text, q, expected) => {
  expect(pieces(text, q)).toEqual(expected)
})
