/** The fragment of the card of limits on the page of an agent. */
export const limitsAnchor = 'limits'
