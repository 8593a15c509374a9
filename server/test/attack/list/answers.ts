import type { Attack } from '../attack.ts'

const script = (id: string, what: string, source: string): Attack => ({
  id,
  what,
  play: async (target) => [
    await target.post('/api/v1/sandbox/ephemeral', { language: 'javascript', source }),
  ],
  expects: [200],
})

/** What the server itself has to write, or reads from a script before it does. */
export const answerAttacks: readonly Attack[] = [
  {
    id: 'A01',
    what: 'the description of the interface, asked for the first time',
    play: async (target) => [
      await target.send('GET', '/api/v1/openapi.json', undefined, { 'x-api-key': '' }),
    ],
    expects: [200],
    isOnce: true,
  },
  script('A02', 'a script that gives 349,000 lists', 'return Array.from({ length: 349_000 }, () => [])'),
  script(
    'A03',
    'a script that gives an object of 90,000 keys',
    'return Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => ["k" + i, 1]))',
  ),
  script(
    'A04',
    'a script that gives as many lists as it may',
    'return Array.from({ length: 99_000 }, () => [])',
  ),
]
