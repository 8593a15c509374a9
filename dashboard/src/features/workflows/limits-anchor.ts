/** Where the page of an agent has its limits. */
export const limitsAnchor = 'limits'
