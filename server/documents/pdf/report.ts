import type { Logo } from './logo.ts'

export type Fact = readonly [label: string, value: string]

interface PdfColumn {
  label: string
  /** Its part of the page's width. */
  share: number
  toRight?: boolean
  /** Names of files, whose ending stands on the right in every script. */
  isFileName?: boolean
  /** Its cells are percents, drawn as bars. */
  isBar?: boolean
}

export interface PdfTable {
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  /** The text that stands there instead of rows. */
  empty: string
  /**
   * The plural of what its rows are, where the report has to stand on one page: rows without room are left out, the last
   * ones first, and counted in a line.
   */
  onOnePage?: string
  /**
   * True for rows of a few words in two halves side by side, each with all columns. Their letters are smaller where that
   * spares a page.
   */
  isHalved?: boolean
  /** True where a row without its first cells says nothing: none is divided between pages that is lower than half of one. */
  keepsRows?: boolean
}

/** Bars over a time, a row for each thing that they are of. */
export interface PdfGrid {
  /** The beginnings of equal parts of the time, such as weeks. */
  columns: readonly string[]
  rows: readonly {
    label: string
    bars: readonly {
      /** Its beginning and its end, as parts of the whole time: 0 to 1. */
      from: number
      to: number
      /** Bars at one time stand in lanes below each other, from 0 on. */
      lane: number
      text: string
      colour: string
    }[]
  }[]
}

export interface PdfPart {
  heading?: string
  facts?: readonly Fact[]
  /** The texts that people have written. */
  texts?: readonly string[]
  /** The paragraphs of a letter, in larger letters. */
  prose?: readonly string[]
  grid?: PdfGrid
  table?: PdfTable
  notes?: readonly string[]
  /** Those who sign, each below a line of their own, side by side. */
  signatures?: readonly string[]
  /** Is not divided between pages where it fits on one. */
  isWhole?: boolean
}

/** The proof by which anybody checks a document, at its end and at the foot of each page. */
export interface PdfProof {
  number: string
  /** In groups, as people type it. */
  code: string
  /** The address at which it is checked, which is drawn as a QR code too. */
  address: string
}

/** A report on A4 pages: a head, then its parts one below the other. */
export interface PdfReport {
  college: string
  /** Stands before the college's name. One that cannot be drawn is left out. */
  logo?: Logo | undefined
  /** True for a letter: the college heads it, and a single page has no number. */
  isLetter?: boolean
  /** True for pages that lie on their long side. */
  isLying?: boolean
  title: string
  /** The day on which it is made, as people write it. */
  date: string
  /** The chosen filters. */
  facts: readonly Fact[]
  /** The text at the foot of each page; otherwise the title stands there from the second page on. */
  foot?: string
  parts: readonly PdfPart[]
  proof?: PdfProof
}

/** The reports of one file. Each begins on a new page and counts its own pages, so that they can be handed out apart. */
export type PdfReports = readonly [PdfReport, ...PdfReport[]]
