import { type GuideEntry, guideEntries } from './contents.ts'
import { guideRoutes } from './routes.ts'

export const urlOfEntry = ({ slug }: GuideEntry): string =>
  slug === 'start' ? guideRoutes.guide : guideRoutes.page.replace('{page}', slug)

const byFile = new Map(guideEntries.map((entry) => [entry.file, entry]))

/** What a link in a file leads to: a page of the guide, another URL, or nothing that can be opened here. */
export type LinkTarget =
  | { kind: 'page'; entry: GuideEntry; hash: string }
  | { kind: 'url'; url: string }
  | { kind: 'none' }

/** Links are written for the repository: relative to the file they are in. */
export function resolveLink(file: string, href: string): LinkTarget {
  if (/^(https?:|\/)/.test(href)) return { kind: 'url', url: href }
  const { pathname, hash } = new URL(href, `file:///${file}`)
  const entry = byFile.get(decodeURIComponent(pathname).slice(1))
  return entry ? { kind: 'page', entry, hash } : { kind: 'none' }
}
