/** How end users may be called: the same in the header, in bodies and in the description. */
export const usernamePattern = '^[A-Za-z0-9._@-]{1,255}$'

export const usernameForm = new RegExp(usernamePattern)

export const usernameRule = 'may have letters, digits and . _ @ - only, 1 to 255 of them'
