/** The size of a page, and the white around its content. */
export interface Sheet {
  width: number
  height: number
  margin: number
}
export const PAGE: Sheet = { width: 595.28, height: 841.89, margin: 42 }
/** A page that lies on its long side. */
export const LYING: Sheet = { width: PAGE.height, height: PAGE.width, margin: PAGE.margin }
/** Returns the end of the content of a page. */
export const bottomOf = ({ height, margin }: Sheet) => height - margin - 18

/** Lines that stand on one page, however much of it stays white. */
const SMALL = 8
/** The least number of lines on either page when a longer text is divided. */
const LEAST = 3

/** Something of a known height. */
export interface Block {
  height: number
  draw(y: number): void
  /** Stands at the top again when a new page begins. */
  repeats?: Block
  /** Is not left at the foot of a page without the beginning of what follows. */
  isHeading?: boolean
  /** May be left out where all has to stand on one page. */
  isSpare?: boolean
  /** The height of the least that begins on a page, for a block that may be divided. */
  least?: number
  /** Its beginning, no higher than the room, and its rest. */
  divide?(room: number): readonly [Block, Block]
}

interface Lines {
  count: number
  lineHeight: number
  /** Above and below them, on each page. */
  gap?: number
  /** So many stand on one page. */
  whole?: number | undefined
  /** Draws those from one to another, as high as they are together. */
  draw(y: number, from: number, to: number, height: number): void
}

/** Lines as a block; where they are many, it may be divided between them. */
export function blockOf(lines: Lines, from = 0, to = lines.count): Block {
  const { lineHeight, gap = 0, whole = SMALL } = lines
  const heightOf = (count: number) => count * lineHeight + 2 * gap
  const height = heightOf(to - from)
  const block: Block = { height, draw: (y) => lines.draw(y, from, to, height) }
  if (to - from <= whole) return block
  return {
    ...block,
    least: heightOf(LEAST),
    divide: (room) => {
      const fitting = Math.floor((room - 2 * gap) / lineHeight)
      const between = Math.min(from + Math.max(LEAST, fitting), to - LEAST)
      return [blockOf(lines, from, between), blockOf(lines, between, to)]
    },
  }
}

export function pagesOf(blocks: readonly Block[], sheet: Sheet): { block: Block; y: number }[][] {
  const pages: { block: Block; y: number }[][] = [[]]
  const bottom = bottomOf(sheet)
  let y = sheet.margin
  const put = (block: Block) => {
    pages.at(-1)?.push({ block, y })
    y += block.height
  }
  const turn = (repeats: Block | undefined) => {
    pages.push([])
    y = sheet.margin
    if (repeats) put(repeats)
  }
  /** A heading needs room for the least of what follows, which may be another heading. */
  const leastFrom = (index: number): number => {
    const block = blocks[index]
    if (!block) return 0
    return block.isHeading ? block.height + leastFrom(index + 1) : (block.least ?? block.height)
  }
  for (const [index, block] of blocks.entries()) {
    if (y + leastFrom(index) > bottom) turn(block.repeats)
    let rest = block
    while (rest.divide && y + rest.height > bottom) {
      const [beginning, remaining] = rest.divide(bottom - y)
      put(beginning)
      turn(block.repeats)
      rest = remaining
    }
    put(rest)
  }
  return pages
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height, 0)

/**
 * Returns the blocks that stand on one page: spare ones are left out, the last first, and `told` says below the others
 * how many. One of them stays.
 */
export function onOnePage(blocks: readonly Block[], told: (count: number) => Block, sheet: Sheet): readonly Block[] {
  const room = bottomOf(sheet) - sheet.margin
  if (heightOf(blocks) <= room) return blocks
  const kept = [...blocks]
  const spare = kept.flatMap(({ isSpare }, index) => (isSpare ? [index] : []))
  let count = 0
  while (spare.length > 1 && heightOf(kept) + told(count).height > room) {
    kept.splice(spare.pop() ?? 0, 1)
    count += 1
  }
  if (count > 0) kept.splice((spare.at(-1) ?? 0) + 1, 0, told(count))
  return kept
}
