// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what these look for
export const CONTROL_IN_LINE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what these look for
export const CONTROL_IN_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/** Characters that disguise a text: invisible ones, turns of direction, tags. Urdu and emoji need U+200C to U+200F. */
const HIDDEN = /(?![\u200c-\u200f])[\p{Default_Ignorable_Code_Point}\u2800]/u
/** An emoji with the mark for its drawing as picture or text. */
const DRAWN_EMOJI = /(\p{Emoji}\p{Emoji_Modifier}?)[\ufe0e\ufe0f]/gu
export const hides = (value: string) => HIDDEN.test(value.replace(DRAWN_EMOJI, '$1'))

/** A visible character. A name of spaces without width would be no name, and Unicode counts some blanks as letters. */
export const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u
