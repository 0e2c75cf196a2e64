const MOST = 100

/** Characters that some system has in no file's name. */
const FORBIDDEN = /[\p{Cc}\\/:*?"<>|]+/gu

/** Returns a name for a PDF, after its title, that no other file has: `History taking.pdf`, `History taking (2).pdf`. */
export function nameOfPdf(title: string, taken: readonly string[]): string {
  const letters = [...title.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ')].slice(0, MOST)
  const stem = letters.join('').replace(/^[\s.]+|[\s.]+$/g, '') || 'Photos'
  const isTaken = (name: string) => taken.some((one) => one.toLowerCase() === name.toLowerCase())
  let name = `${stem}.pdf`
  for (let count = 2; isTaken(name); count += 1) name = `${stem} (${count}).pdf`
  return name
}
