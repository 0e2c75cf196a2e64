import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { expectAccessible, expectReadableInTheDark, signIn } from './steps.ts'

// The longest of all: by its name it begins first, and both of its walks at once.
test.describe.configure({ mode: 'parallel' })

const SCREENS = [
  ['/students', 'Select a Batch'],
  ['/students?batch=2', 'Ayesha Siddiqui'],
  ['/students?batch=2&modal=add', 'Add New Student'],
  ['/students?batch=2&modal=passwords', 'Who gets a new password?'],
  ['/students/124', 'In MBBS 2023 since'],
  ['/staff', 'Search staff'],
  ['/staff?modal=add', 'Add New Staff'],
  ['/staff?modal=view&id=3', 'Date of Retirement'],
  ['/batches', 'MBBS 2023'],
  ['/batches?modal=promote&id=1', 'Yes, these students graduate'],
  ['/groups', 'Please select a batch from the filter above to view groups'],
  ['/groups?batch=2', 'Group A'],
  ['/groups?batch=2&modal=students&id=33', 'Students in Group'],
  ['/designations', 'Professor'],
  ['/roles', 'student-affair'],
  ['/roles?modal=holders&id=3', 'Assign to'],
  ['/staff/import', 'Template as CSV'],
  ['/skills/import', 'one skill a row'],
  ['/attendance/import', 'registers of days that have passed'],
  ['/library', 'Search library'],
  ['/library?modal=add', 'Any kind, at most 50 MB'],
  ['/feedback', 'Search surveys'],
  ['/feedback-results/2', 'What we changed'],
  ['/feedback-results/4', 'Students Asked'],
  ['/reporting', 'View assigned reports and manage your submitted reports'],
  ['/reporting?modal=add', 'Report To'],
  ['/reporting?modal=withdrawn', 'Withdrawn Reports'],
  ['/status', 'Largest tables'],
  ['/security-log', 'the newest first'],
  ['/security-log?kind=export&day=2000-01-01', 'Nothing found'],
] as const

// Halves, so that both workers have one.
const middle = SCREENS.length / 2
for (const [half, screens] of Object.entries({ first: SCREENS.slice(0, middle), second: SCREENS.slice(middle) }))
  test(`the administration’s screens pass the accessibility check, light and dark, and never scroll sideways: the ${half} half @daily-phone`, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await signIn(page, 'admin')
    for (const [address, text] of screens) {
      await page.goto(address)
      await expect(page.getByText(text).first()).toBeVisible()
      await expectAccessible(page)
      await expectReadableInTheDark(page)
    }
  })
