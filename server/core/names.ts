/** What nobody sees, though Urdu and emoji need some of it: it is kept, but makes no other name. */
const UNSEEN = /[\u200c-\u200f]/g

/** Two names with the same key are the same name: in one letter form, without case, without what nobody sees. */
export const nameKey = (name: string) => name.replace(UNSEEN, '').normalize('NFC').toLowerCase()
