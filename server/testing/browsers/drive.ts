/** The width and height of what a page is drawn in. */
export interface Size {
  width: number
  height: number
}

export const PHONE: Size = { width: 390, height: 844 }
export const DESKTOP: Size = { width: 1280, height: 800 }

/** A page of a browser that keeps nothing of pages before it. Scripts are expressions, as texts. */
export interface Drive {
  open(address: string): Promise<void>
  reload(): Promise<void>
  /** Resolves with the text that the script makes in the page. */
  ask(script: string): Promise<string>
  clickAt(x: number, y: number): Promise<void>
  /** Types into what has the focus. */
  type(keys: string): Promise<void>
  /** Gives these files to the field that the script finds. */
  chooseFiles(script: string, paths: string[]): Promise<void>
  picture(): Promise<Buffer>
  /** Resolves with what the page has complained of in the console; WebKit tells what comes after the page's load. */
  complaints(): Promise<string[]>
  close(): Promise<void>
}

/** A running browser that is none of Chromium's. */
export interface OtherBrowser {
  version: string
  newPage(size: Size): Promise<Drive>
  end(): Promise<void>
}
