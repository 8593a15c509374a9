import { maxSlugLength } from '../package/package.ts'

/** A slug from a display name; null where nothing of it can be used. */
export function slugFrom(name: string): string | null {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '')
  return slug === '' ? null : slug
}
