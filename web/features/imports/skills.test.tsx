import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { skillImports } from '../../../shared/contract/imports.ts'
import { beginImports, csv, field, press, previewOf, row } from '../../testing/imports.tsx'
import { held, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { ImportSkillsPage } from './ImportPage.tsx'

beginImports()

const create = (line: number) => row(line, 'create', { name: `Skill ${line}`, key: `MED-${line}` })

test('a head imports skills: nothing is said of people or passwords, and leaving asks nothing', async () => {
  signedIn(['hod'])
  const { router } = renderPage(<ImportSkillsPage />, '/skills/import')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Import skills')
  expect(screen.getByText(/one skill a row/)).toBeTruthy()
  expect(screen.queryByText(/person|account/)).toBeNull()
  await userEvent.upload(field(), csv('skills.csv'))
  const changed = row(4, 'update', { name: 'Known', key: 'MED-9', changes: { Level: ['Assisted', 'Observed'] } })
  const notes = ['Skills without a department were taken for your own, Medicine']
  ;(await held(skillImports.preview)).answer(previewOf([create(2), create(3), changed], { notes }))
  expect(await screen.findByText(notes[0] as string)).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Code' })).toBeTruthy()
  expect(screen.getByText(/^Level:/).textContent).toBe('Level: Assisted → Observed')
  await press('Import 3 rows')
  const run = await held(skillImports.run)
  expect([served().at(-1)?.path, run.body.digest]).toEqual(['/api/imports/skills', 'd1'])
  run.answer([{ type: 'done', created: 2, updated: 1, unchanged: 0, import_id: null }])
  expect(await screen.findByText('Created 2, updated 1, unchanged 0')).toBeTruthy()
  expect(screen.queryByText(/password/i)).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Back to skills' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/skills'))
})

test('an error of a column that the file lacks has its name', async () => {
  renderPage(<ImportSkillsPage />, '/skills/import')
  await userEvent.upload(field(), csv('skills.csv'))
  const errors = { department_id: ['Department is required'] }
  ;(await held(skillImports.preview)).answer(previewOf([row(2, 'error', { errors })]))
  expect(await screen.findByText('Department is required')).toBeTruthy()
})

test.each(['faculty', 'clerk', 'principal'] as const)('a %s may not import skills', (role) => {
  signedIn([role])
  renderPage(<ImportSkillsPage />, '/skills/import')
  expect(screen.getByText('You are not allowed to import')).toBeTruthy()
  expect(screen.queryByLabelText('CSV or XLSX file')).toBeNull()
})
