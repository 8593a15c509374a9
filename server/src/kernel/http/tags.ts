/** The tag of pages that browsers open, which several areas have. */
export const hostedPages = 'Hosted pages'
