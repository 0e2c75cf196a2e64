/** The screens that are drawn for a phone, as the style sheets ask for them. */
export const PHONE = '(max-width: 48em)'

/** A phone or tablet, whatever its width. */
export const HAND_HELD = '(pointer: coarse)'
