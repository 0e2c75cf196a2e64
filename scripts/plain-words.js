// Finds comments that begin as a riddle: "What stands behind the checks", "Whoever has it". A doc comment begins with its
// subject or with a verb, and no sentence of a comment begins with What or Who.
const COMMENT = /\/\*\*?\s[\s\S]*?\*\/|^[ \t]*\/\/ .*(?:\n[ \t]*\/\/ .*)*|(?<=\S[ \t]+)\/\/ .*/gm
const MARKS = /^\s*(?:\/\*\*?|\/\/|\*(?!\/))|\*\/$/gm
const DOC_RIDDLE = /^(?:What|Who|Whoever|Whose|Whom|Of|One|Whether|Where|How)\b/
const RIDDLE = /(?:^|[.!?] )(?:What|Who|Whoever|Whose|Whom)\b/

/** Returns the line and the first words of each comment that begins as a riddle, or has a sentence that does. */
export function riddlesIn(text) {
  return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) => {
    const said = comment.replace(MARKS, '').replace(/\s+/g, ' ').trim()
    const found = (comment.startsWith('/*') && DOC_RIDDLE.exec(said)) || RIDDLE.exec(said)
    if (!found) return []
    const line = text.slice(0, index).split('\n').length
    return [{ line, words: said.slice(found.index, found.index + 40).replace(/^[.!?] /, '') }]
  })
}
