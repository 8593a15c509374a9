import { decodeEntities } from '../parsers/child/xml.ts'

const maxAddresses = 50_000

export type Sitemap = { pages: string[]; sitemaps: string[] }

/** The addresses in a sitemap, or the sitemaps that it lists; text with one address a line is one too. */
export function parseSitemap(text: string): Sitemap {
  const isIndex = /<sitemapindex[\s>]/i.test(text.slice(0, 2_000))
  const found: string[] = []
  if (!/^\s*</.test(text)) found.push(...text.split('\n', maxAddresses).map((line) => line.trim()))
  else
    for (let at = text.indexOf('<loc>'); at !== -1 && found.length < maxAddresses; ) {
      const end = text.indexOf('</loc>', at)
      if (end === -1) break
      if (end - at < 4_000) found.push(decodeEntities(text.slice(at + 5, end).trim()))
      at = text.indexOf('<loc>', end)
    }
  const addresses = found.filter((address) => /^https?:\/\//.test(address))
  return isIndex ? { pages: [], sitemaps: addresses } : { pages: addresses, sitemaps: [] }
}
