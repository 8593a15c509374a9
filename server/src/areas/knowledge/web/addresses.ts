const tracking =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hs(?:enc|mi)|ref_src)$/i

/** One address for one page: without fragment, credentials and parameters that only track visitors. */
export function normalizedAddress(address: string, base?: string): string | null {
  const url = URL.parse(address, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  for (const name of [...new Set(url.searchParams.keys())])
    if (tracking.test(name)) url.searchParams.delete(name)
  return url.href
}

/** A crawl stays on the host and below the folder that it was given. */
export function isWithin(address: string, start: string): boolean {
  const [url, from] = [new URL(address), new URL(start)]
  return url.host === from.host && url.pathname.startsWith(from.pathname.replace(/[^/]*$/, ''))
}

/** Links to these are not pages; to fetch them would only cost the site. */
const binary =
  /\.(?:avif|bmp|css|exe|gif|gz|ico|jpe?g|js|m4a|mov|mp[34]|png|svg|tar|ttf|wav|web[mp]|woff2?|zip)$/i

export const mayBePage = (address: string): boolean => !binary.test(new URL(address).pathname)
