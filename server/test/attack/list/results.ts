import { sizeOf } from '../../size.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const respondingWith = (id: string, what: string, type: string, body: () => string): Attack => ({
  id,
  what,
  async prepare({ upstream }) {
    upstream.give(type, body())
    return undefined
  },
  play: async (target: Target) => [await target.executeTool('http_get', { url: target.upstream.url })],
  expects: [200],
})

const megabytes = (text: string, count: number) =>
  text.repeat(Math.floor((count * 1024 * 1024) / text.length))

const keys = sizeOf({ short: 200_000, long: 500_000 })

/** Responses of services, up to the ten megabytes that are read of them. */
export const resultAttacks: readonly Attack[] = [
  respondingWith('R01', 'a JSON response of 9 MB', 'application/json', () => {
    const row = '{"id":1,"name":"a row","tags":["a","b"]},'
    return `[${megabytes(row, 9)}{}]`
  }),
  // The thread spends most of this on collecting memory before it gives up.
  {
    ...respondingWith(
      'R02',
      'a JSON response of millions of empty lists',
      'application/json',
      () => `[${megabytes('[],', 9)}1]`,
    ),
    isLong: true,
  },
  respondingWith('R03', `a JSON response of ${keys} keys`, 'application/json', () => {
    const entries = Array.from({ length: keys }, (_, i) => `"k${i}":1`)
    return `{${entries.join()}}`
  }),
  respondingWith('R04', 'a text of 9 MB', 'text/plain', () => megabytes('some text, ', 9)),
  respondingWith(
    'R05',
    'a JSON response nested 100,000 deep',
    'application/json',
    () => `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ),
]
