import { preferences } from '../../../state/preferences.ts'

const name = 'uploads'
// Older ones are long forgotten by the server.
const uploadLimit = 30

type Entry = [fingerprint: string, uploadId: string]

function entries(): Entry[] {
  try {
    const value: unknown = JSON.parse(preferences.get(name) ?? '[]')
    return Array.isArray(value) ? value.filter((each) => Array.isArray(each) && each.length === 2) : []
  } catch {
    return []
  }
}

const write = (next: Entry[]) => preferences.set(name, next.length === 0 ? null : JSON.stringify(next))
const without = (fingerprint: string) => entries().filter(([each]) => each !== fingerprint)

/**
 * Multipart uploads in progress, so that a page that was closed or lost its connection resumes once the
 * same file is chosen again.
 */
export const rememberedUploads = {
  find: (fingerprint: string): string | undefined => entries().find(([each]) => each === fingerprint)?.[1],
  keep: (fingerprint: string, uploadId: string) =>
    write([...without(fingerprint), [fingerprint, uploadId] as Entry].slice(-uploadLimit)),
  forget: (fingerprint: string) => write(without(fingerprint)),
}
