/** The host of a URL that may contain `{field}`, without its port; empty when there is none. */
export const hostIn = (address: string): string =>
  /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase().replace(/:\d+$/, '') ?? ''
