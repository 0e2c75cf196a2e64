/**
 * Values of a type that no field expects. An object whose `toString` or `valueOf` is no function cannot be compared,
 * added or written into a text: each of these throws.
 */
export const HOSTILE: readonly unknown[] = [
  { toString: 1 },
  { toString: null, valueOf: null },
  { valueOf: { a: 1 }, toString: { a: 1 } },
  { toJSON: 1, toString: 1 },
  { length: 1e9, toString: 1 },
  { length: -1, 0: 'x' },
  JSON.parse(`{ "then": 1, "toString": 1 }`),
  { hasOwnProperty: 1, toString: 1 },
  { constructor: 1, toString: 1 },
  [{ toString: 1 }],
  [[{ toString: 1 }]],
  [null, { toString: 1 }],
  { 0: { toString: 1 }, length: 1, toString: 1 },
  Array.from({ length: 2 }, () => ({ toString: 1, valueOf: 1 })),
  true,
  false,
  null,
  -1.5,
  '',
  'x',
]

/** Names whose meaning is an object's own. Values sent under them must be ignored or refused. */
export const PROTOTYPE_KEYS = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then', 'length']
