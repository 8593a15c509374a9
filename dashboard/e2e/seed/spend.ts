import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Stoa } from '@stoa/sdk'
import type { TestServer } from '../harness/test-server.ts'

const script = fileURLToPath(new URL('../../../server/scripts/spend-credits.ts', import.meta.url))
// As the launcher does: halves the processor time that it takes to load the product.
const compiled = fileURLToPath(new URL('../../../server/node_modules/.cache/compiled', import.meta.url))
const dayMs = 24 * 60 * 60 * 1000

export type Spent = {
  workId: string
  at: string
  type: string
  credits: number
  userId: string
  subject?: Record<string, string>
  quantity?: Record<string, number>
  isHeld?: boolean
}

/** Work that was paid for in the past, on the server that is running: requests can only spend now. */
export async function spend(
  { dataDir }: Pick<TestServer, 'dataDir'>,
  projectId: string,
  works: readonly Spent[],
): Promise<void> {
  const child = spawn(process.execPath, [script], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, STOA_DATA_DIR: dataDir, NODE_COMPILE_CACHE: compiled },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ projectId, works }))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`spending ended with ${code}`)
}

const kinds = [
  { type: 'ai_model', credits: 18, subject: { modelId: 'openai/gpt-5' }, quantity: { tokens: 5_210 } },
  {
    type: 'ai_model',
    credits: 11,
    subject: { modelId: 'anthropic/claude-sonnet-4.5' },
    quantity: { tokens: 3_804 },
  },
  { type: 'tool', credits: 2, subject: { toolSlug: 'github.create_issue' }, quantity: { calls: 1 } },
  { type: 'tool', credits: 2, subject: { toolSlug: 'web.search' }, quantity: { calls: 1 } },
  { type: 'sandbox', credits: 1.26, subject: {}, quantity: { seconds: 63 } },
  { type: 'browser', credits: 7.2, subject: {}, quantity: { seconds: 240 } },
  { type: 'media', credits: 40, subject: { modelId: 'openai/gpt-image-1' }, quantity: { units: 1 } },
] as const

/** Six weeks of use that rises, with quiet weekends; the same every time. */
export function sixWeeks(userIds: readonly string[], now = Date.now()): Spent[] {
  const works: Spent[] = []
  for (let daysAgo = 42; daysAgo >= 0; daysAgo--) {
    const day = new Date(now - daysAgo * dayMs)
    const isWeekend = [0, 6].includes(day.getUTCDay())
    for (const [index, kind] of kinds.entries()) {
      if (isWeekend && index % 3 !== 0) continue
      const weight = 1 + ((daysAgo * 7 + index * 5) % 11) / 6 + (42 - daysAgo) / 30
      const workId = `work-${daysAgo}-${index}`
      works.push({
        ...kind,
        workId,
        at: new Date(day.getTime() - (index + 1) * 60_000).toISOString(),
        credits: Number((kind.credits * weight).toFixed(6)),
        userId: userIds[(daysAgo + index) % userIds.length]!,
        subject: { ...kind.subject, threadId: `thread-${daysAgo % 5}` },
      })
    }
  }
  return works.sort((a, b) => a.at.localeCompare(b.at))
}

/** The running executions. */
export const inProgress = (userId: string, now = Date.now()): Spent[] => [
  {
    workId: 'work-now-1',
    type: 'ai_model',
    credits: 25,
    userId,
    isHeld: true,
    subject: { modelId: 'openai/gpt-5' },
    at: new Date(now - 40_000).toISOString(),
  },
  {
    workId: 'work-now-2',
    type: 'browser',
    credits: 120,
    userId,
    isHeld: true,
    at: new Date(now - 14 * 60_000).toISOString(),
  },
]

export async function userIdsOf(stoa: Stoa, names: readonly string[]): Promise<string[]> {
  const users = await Promise.all(
    names.map((username) => stoa.get('/api/v1/external-users/username/{username}', { params: { username } })),
  )
  return users.map((user) => user!.id)
}
