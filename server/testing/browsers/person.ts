import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as dom from '@testing-library/dom'
import { expect } from 'vitest'
import type { Drive } from './drive.ts'

const PATIENCE = { timeout: 20_000, interval: 100 }
const LIBRARY = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

type Text = string | RegExp

/** A thing on a page, found as people do. */
export interface Thing {
  /** Its role, by its `name`. */
  role?: string
  name?: Text
  /** The label of a field. */
  label?: Text
  text?: Text
  /** A part of the text in it, where several have its role. */
  containing?: string
  /** The place among those that are like it, from 0. */
  nth?: number
}

/** A thing in another, from the outer to the inner. */
export type Path = Thing | Thing[]

interface Found {
  x: number
  y: number
  /** Nothing lies over it or its label. */
  isReached: boolean
  value: string
  text: string
  pressed: string | null
  checked: boolean
}

/** Finds in the page; the text is an expression for an element or nothing. Only people's ways are taken. */
function finding(path: Path): string {
  const steps = JSON.stringify(path, (_, value) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : value,
  )
  return `(${find})(${steps})`
}

function find(path: Path): HTMLElement | null {
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = (
    window as unknown as { TestingLibraryDom: typeof dom }
  ).TestingLibraryDom
  const told = (text: unknown) =>
    typeof text === 'object' && text !== null
      ? new RegExp((text as RegExp).source, (text as RegExp).flags)
      : (text as string)
  const among = (place: HTMLElement, { role, name, label, text }: Thing) => {
    if (role) return queryAllByRole(place, role, name ? { name: told(name) } : {})
    return label ? queryAllByLabelText(place, told(label)) : queryAllByText(place, told(text))
  }
  let place: HTMLElement | null = document.body
  for (const step of [path].flat()) {
    const all: HTMLElement[] = place ? among(place, step) : []
    const fitting = all.filter((one) => (one.textContent ?? '').includes(step.containing ?? ''))
    place = fitting[step.nth ?? 0] ?? null
  }
  return place
}

/** Returns what a person sees of it, scrolled to where a click reaches it. Nothing when it is not drawn. */
function look(element: HTMLElement | null): Found | null {
  if (!element?.checkVisibility()) return null
  const place = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }
  const { value = '', checked = false, labels } = element as HTMLInputElement
  const isReached = () => {
    const top = document.elementFromPoint(place().x, place().y)
    return top !== null && [element, ...(labels ?? [])].some((one) => one.contains(top) || top.contains(one))
  }
  if (!isReached()) element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const pressed = element.getAttribute('aria-pressed')
  return { ...place(), isReached: isReached(), value, text: element.innerText, pressed, checked }
}

/** Selects what is in a field, so that it is typed over. */
function selectAll(element: HTMLElement | null): null {
  ;(element as HTMLInputElement).select()
  return null
}

/** A person before a page, who waits for what they look for. */
export function person(page: Drive, origin: string) {
  const ask = async <T>(script: string): Promise<T> => {
    const library = await page.ask(`String('TestingLibraryDom' in window)`)
    if (library !== 'true') await page.ask(`(() => { ${LIBRARY}; return '' })()`)
    return JSON.parse(await page.ask(`JSON.stringify(${script})`))
  }
  /** A page that is just leaving answers nothing. */
  const seen = (path: Path) => ask<Found | null>(`(${look})(${finding(path)})`).catch(() => null)
  const see = async (path: Path): Promise<Found> => {
    const found: Found[] = []
    const look = async () => {
      const one = await seen(path)
      if (one) found.push(one)
      return one
    }
    await expect.poll(look, { ...PATIENCE, message: told(path) }).not.toBeNull()
    return found.at(-1) as Found
  }
  const click = async (path: Path) => {
    let at = await see(path)
    const isReady = async () => {
      const before = at
      at = await see(path)
      return at.isReached && before.x === at.x && before.y === at.y
    }
    await expect.poll(isReady, { ...PATIENCE, message: `nothing lies over ${told(path)}` }).toBe(true)
    await page.clickAt(at.x, at.y)
  }
  return {
    see,
    click,
    open: (address: string) => page.open(origin + address),
    reload: () => page.reload(),
    gone: (path: Path) => expect.poll(() => seen(path), { ...PATIENCE, message: told(path) }).toBeNull(),
    /** Waits until what is seen of a thing fits. */
    sees: (path: Path, what: Partial<Found>) =>
      expect.poll(() => seen(path), { ...PATIENCE, message: told(path) }).toMatchObject(what),
    /** Types into a field. */
    fill: async (path: Path, text: string) => {
      await click(path)
      await ask(`(${selectAll})(${finding(path)})`)
      await page.type(text)
      await expect.poll(async () => (await seen(path))?.value, PATIENCE).toBe(text)
    },
    press: (key: string) => page.type(key),
    /** Gives files to the only field for them, as the window in which people choose them does. A button may hide it. */
    chooseFiles: async (paths: string[]) => {
      const field = `document.querySelector('input[type=file]')`
      await expect.poll(() => page.ask(`String(${field} !== null)`), PATIENCE).toBe('true')
      await page.chooseFiles(field, paths)
    },
    isAt: (address: RegExp) => expect.poll(() => page.ask('location.href'), PATIENCE).toMatch(address),
    /** Waits until the page's own files are on the device. */
    keptOnDevice: () =>
      expect.poll(() => page.ask('String(navigator.serviceWorker.controller?.state)'), PATIENCE).toBe('activated'),
    ask,
  }
}

const told = (path: Path) =>
  [path]
    .flat()
    .map((step) => Object.values(step).join(' '))
    .join(' › ')
