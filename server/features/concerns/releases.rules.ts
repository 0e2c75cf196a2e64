import { readXml } from '../../documents/sheets/xml.ts'

/** Three numbers, and what comes behind them: a prerelease is behind a hyphen. */
const VERSION = /^v?(\d{1,5})\.(\d{1,5})\.(\d{1,5})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/
const PAGE_MAX = 500
/** Entries beyond reason are no list of releases. */
const ENTRIES_MAX = 1000

export interface Release {
  /** Three numbers with dots, and nothing else, whatever the list has. */
  version: string
  /** An address over TLS, or nothing. */
  page: string | null
}

/** Reads a list that is none, or names no version. Its text is for people. */
export class NoList extends Error {}

/** A release of a list: its names, of which one is the version. */
interface Entry {
  names: readonly unknown[]
  page: unknown
  isUnfinished?: boolean
}

const partsOf = (version: string) => version.split('.').map(Number)

/** @returns true when a version comes after another one, by its numbers */
export function isNewer(version: string, than: string): boolean {
  const [own, other] = [partsOf(version), partsOf(than.split(/[-+]/)[0] ?? '')]
  const at = own.findIndex((part, place) => part !== other[place])
  // A prerelease that runs here comes before the version of the same numbers.
  if (at === -1) return than.includes('-')
  return (own[at] ?? 0) > (other[at] ?? 0)
}

/** Returns an address as it may stand in a link: https, of a host, without a name to sign in with. */
function pageOf(address: unknown): string | null {
  const url = typeof address === 'string' ? URL.parse(address) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  return url.href.length > PAGE_MAX ? null : url.href
}

/** Returns the release of an entry; null for one that is not finished. */
function releaseOf({ names, page, isUnfinished = false }: Entry): Release | null | undefined {
  const found = names.flatMap((name) => (typeof name === 'string' ? [VERSION.exec(name.trim())] : []))
  const versions = found.filter((one) => one !== null)
  const [first] = versions
  if (!first) return undefined
  if (isUnfinished || versions.some(([, , , , prerelease]) => prerelease !== undefined)) return null
  return { version: first.slice(1, 4).map(Number).join('.'), page: pageOf(page) }
}

/** Returns the entries of JSON: a release, or an array of them. */
function entriesOfJson(text: string): Entry[] {
  const told: unknown = JSON.parse(text)
  return [told].flat().map((one) => {
    const { tag_name, name, html_url, draft, prerelease } = (one ?? {}) as Record<string, unknown>
    return { names: [tag_name, name], page: html_url, isUnfinished: draft === true || prerelease === true }
  })
}

const lastOf = (address: string) => {
  const last = address.slice(address.lastIndexOf('/') + 1)
  return URL.canParse(`https://host/${last}`) && !/%(?![0-9a-f]{2})/i.test(last) ? last : ''
}

/** Returns the entries of an Atom feed: a version is the title, or the end of the link or of the id. */
function entriesOfAtom(text: string): Entry[] {
  const entries: Entry[] = []
  let entry: { title: string; id: string; link: string } | undefined
  const path: string[] = []
  readXml(Buffer.from(text), {
    open: ({ name, attributes }) => {
      path.push(name)
      if (path.length === 1 && name !== 'feed') throw new NoList('It is no list of releases.')
      if (path.length === 2 && name === 'entry') entry = { title: '', id: '', link: '' }
      if (path.length === 3 && name === 'link' && entry && (attributes.rel ?? 'alternate') === 'alternate')
        entry.link = attributes.href ?? ''
    },
    text: (piece) => {
      const at = path[2]
      if (path.length === 3 && entry && (at === 'title' || at === 'id') && entry[at].length < PAGE_MAX)
        entry[at] += piece
    },
    close: () => {
      path.pop()
      if (path.length !== 1 || !entry) return
      const { title, id, link } = entry
      entries.push({ names: [title, lastOf(link), lastOf(id)], page: link })
      entry = undefined
    },
  })
  return entries
}

function entriesOf(text: string): Entry[] {
  const told = text.replace(/^\uFEFF/, '').trimStart()
  try {
    return told.startsWith('<') ? entriesOfAtom(told) : entriesOfJson(told)
  } catch {
    throw new NoList('It is no list of releases.')
  }
}

/**
 * Reads a list of releases: JSON as GitHub, Gitea and GitLab tell the latest one, an array of these, or an Atom feed.
 * @returns the newest one that is finished; null where none is
 * @throws NoList
 */
export function newestOf(text: string): Release | null {
  const entries = entriesOf(text)
  if (entries.length > ENTRIES_MAX) throw new NoList('It is no list of releases.')
  const releases = entries.map(releaseOf).filter((one) => one !== undefined)
  if (entries.length > 0 && releases.length === 0) throw new NoList('It names no version such as 1.4.0.')
  return releases
    .filter((one) => one !== null)
    .reduce<Release | null>((best, one) => (best === null || isNewer(one.version, best.version) ? one : best), null)
}
