import { until } from '../until.ts'
import type { Client } from './client.ts'
import { effectPath, eventPath } from './load-work.ts'
import type { Fact } from './operation.ts'
import type { Outside } from './outside.ts'

/** As long as claims, retries and sweeps may take on a machine that does other things. */
const maxResumeMs = 120_000
const readers = 6

type Page<T> = { data: T[]; total: number; hasNextPage?: boolean }
const pageOf = <T>(text: string) => JSON.parse(text) as Page<T>

type Found = { status: number; text: string }

function isPresent({ contains, times }: Fact, { status, text }: Found): boolean {
  const count = text.split(contains).length - 1
  return status === 200 && (times === undefined ? count > 0 : count === times)
}

const isDeleted = ({ contains }: Fact, { status, text }: Found): boolean =>
  status === 404 || (status === 200 && !text.includes(contains))

/** What was acknowledged and is not there. Work whose node was lost is finished by the next one: it is waited for. */
export async function findLost(send: Client, facts: readonly Fact[]): Promise<string[]> {
  const lost: string[] = []
  const open = [...facts]
  await Promise.all(
    Array.from({ length: readers }, async () => {
      for (let fact = open.pop(); fact; fact = open.pop()) {
        const { path, contains, headers, state = 'present' } = fact
        if (state === 'deleting') continue
        let found = { status: 0, text: '' }
        const isTrue = async () => {
          found = await send('GET', path, undefined, headers)
          return state === 'deleted' ? isDeleted(fact, found) : isPresent(fact, found)
        }
        await until(isTrue, path, maxResumeMs).catch(() =>
          lost.push(`${path}: ${contains} is not ${state}: ${found.status} ${found.text.slice(0, 300)}`),
        )
      }
    }),
  )
  return lost
}

/** What never ends: runs, model calls and holds that are still open when nothing is sent any longer. */
export async function findStuck(send: Client): Promise<string[]> {
  const stuck: string[] = []
  const lists = ['/runs?status=queued', '/runs?status=running', '/ai/calls?status=running', '/usage/holds']
  for (const path of lists) {
    let text = ''
    const isEmpty = async () => {
      text = (await send('GET', path)).text
      return pageOf(text).total === 0
    }
    await until(isEmpty, path, maxResumeMs).catch(() => stuck.push(`${path}: ${text.slice(0, 600)}`))
  }
  return stuck
}

type Execution = { id: string; inputData: { name: string } | null; status: string }
type Step = { attempts: number; maybeRepeated: boolean }

/** Executions whose effect happened twice and that do not say so, and those that claim an end without their effect. */
export async function findUnmarked(send: Client, outside: Outside, workflowId: string): Promise<string[]> {
  const faults: string[] = []
  for (let page = 1; ; page++) {
    const { text } = await send('GET', `/workflow/manager/${workflowId}/executions?limit=100&page=${page}`)
    const { data, hasNextPage } = pageOf<Execution>(text)
    for (const { id, inputData, status } of data) {
      const times = outside.timesReceived(effectPath, `"${inputData?.name}"`)
      if (status === 'completed' && times === 1) continue
      const detail = await send('GET', `/workflow/manager/executions/${id}`)
      const { steps } = (JSON.parse(detail.text) as { data: { steps: Step[] } }).data
      const isMarked = steps.some(({ attempts, maybeRepeated }) => maybeRepeated || attempts > 1)
      if (times > 1 && !isMarked)
        faults.push(`${id}: ${times} effects, not marked: ${detail.text.slice(0, 900)}`)
      if (times === 0 && status === 'completed') faults.push(`${id}: completed without its effect`)
    }
    if (!hasNextPage) return faults
  }
}

/** Users that were acknowledged and of which no event arrived. */
export async function findUnannounced(outside: Outside, facts: readonly Fact[]): Promise<string[]> {
  const ids = facts.flatMap(({ path }) => /^\/external-users\/(.+)$/.exec(path)?.[1] ?? [])
  const missing = () => ids.filter((id) => outside.timesReceived(eventPath, id) === 0)
  await until(() => missing().length === 0, 'all events', maxResumeMs).catch(() => undefined)
  return missing()
}

export async function reconcile(send: Client): Promise<{ isClean: boolean; text: string }> {
  const { text } = await send('GET', '/usage/reconcile')
  return { isClean: (JSON.parse(text) as { data: { isClean: boolean } }).data.isClean, text }
}
