/** The host of an address that may hold `{field}`, without its port; empty when there is none. */
export const hostIn = (address: string): string =>
  /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase().replace(/:\d+$/, '') ?? ''
