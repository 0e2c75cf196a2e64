/** The sign-in's text where the college has no mail to send a link by. */
export const NOT_IMPLEMENTED = 'Forgot Password is not yet implemented. Please contact the administrator.'
