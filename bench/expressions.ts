import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { compileExpression } from '../server/src/kernel/expressions/index.ts'
import { loadRivals, type Rival } from './expressions/rivals.ts'
import { fixed, median, table } from './report-format.ts'
import { runBenchmark } from './stopping.ts'

/** One thing to say in each language. */
type Case = {
  name: string
  aim: number
  own: string
  plain: (data: Data) => unknown
  others: Record<Rival['name'], string>
}
type Data = typeof data
type Contestant = { name: string; evaluate: () => unknown; isAsync?: boolean }

const { values: options } = parseArgs({ options: { short: { type: 'boolean', default: false } } })
const plan = options.short ? { rounds: 3, ms: 30 } : { rounds: 15, ms: 120 }

const data = {
  input: {
    order: { id: 7, total: 129.5, status: 'paid', customer: { name: 'Ada', email: 'ada@example.com' } },
    items: Array.from({ length: 20 }, (_, i) => ({ sku: `s${i}`, qty: i % 3, price: i * 1.5 })),
  },
  nodes: { fetch: { output: { body: { ok: true, list: [1, 2, 3] } } } },
}

const cases: readonly Case[] = [
  {
    name: 'path',
    aim: 2_000_000,
    own: 'nodes.fetch.output.body.ok',
    plain: ({ nodes }) => nodes.fetch.output.body.ok,
    others: {
      'cel-js': 'nodes.fetch.output.body.ok',
      jsonata: 'nodes.fetch.output.body.ok',
      jexl: 'nodes.fetch.output.body.ok',
    },
  },
  {
    name: 'condition',
    aim: 1_000_000,
    own: 'input.order.total > 100 && input.order.status == "paid"',
    plain: ({ input }) => input.order.total > 100 && input.order.status === 'paid',
    others: {
      'cel-js': 'input.order.total > 100.0 && input.order.status == "paid"',
      jsonata: 'input.order.total > 100 and input.order.status = "paid"',
      jexl: 'input.order.total > 100 && input.order.status == "paid"',
    },
  },
  {
    name: 'filter and map of 20',
    aim: 100_000,
    own: 'input.items.filter(i => i.qty > 0).map(i => i.sku)',
    plain: ({ input }) => input.items.filter((i) => i.qty > 0).map((i) => i.sku),
    others: {
      'cel-js': 'input.items.filter(i, i.qty > 0.0).map(i, i.sku)',
      jsonata: 'input.items[qty > 0].sku',
      jexl: 'input.items[.qty > 0]',
    },
  },
]

// Results are stored, so that none is optimised away.
let sink: unknown

await runBenchmark(main)

/** Expressions compared with the same in JavaScript itself and in other languages, alternating, in one process. */
async function main(): Promise<void> {
  const rivals = await loadRivals()
  const rows: string[][] = []
  for (const each of cases) rows.push(...(await measure(each, rivals)))
  console.log(`\n${table(['evaluations', 'per second of processor', 'of JavaScript', 'aim'], rows)}`)
  console.log(
    `\nMedians of ${plan.rounds} rounds; load ${fixed(loadavg()[0]!, 1)}. Compiled once, evaluated often.`,
  )
}

async function measure(each: Case, rivals: readonly Rival[]): Promise<string[][]> {
  const own = compileExpression(each.own)
  const contestants: Contestant[] = [
    { name: 'Stoa', evaluate: () => own.evaluate({ roots: data, now: 0 }) },
    {
      name: 'Stoa, compiled each time',
      evaluate: () => compileExpression(each.own).evaluate({ roots: data, now: 0 }),
    },
    { name: 'JavaScript itself', evaluate: () => each.plain(data) },
    ...rivals.map((rival) => ({
      name: rival.name,
      isAsync: rival.isAsync,
      evaluate: rival.prepare(each.others[rival.name], data),
    })),
  ]
  const rates = new Map(contestants.map(({ name }) => [name, [] as number[]]))
  // The first round warms up and is dropped.
  for (let round = 0; round <= plan.rounds; round++)
    for (const contestant of contestants) {
      const rate = await rateOf(contestant)
      if (round > 0) rates.get(contestant.name)!.push(rate)
    }
  const plain = median(rates.get('JavaScript itself')!)
  return contestants.map(({ name }) => {
    const rate = median(rates.get(name)!)
    return [
      `${each.name}: ${name}`,
      fixed(rate),
      fixed(rate / plain, 3),
      name === 'Stoa' ? `${each.aim} ${rate >= each.aim ? 'met' : 'missed'}` : '',
    ]
  })
}

/** By processor time: what else the machine does meanwhile does not count. */
async function rateOf({ evaluate, isAsync }: Contestant): Promise<number> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let count = 0
  while (performance.now() - startedAt < plan.ms) {
    const batch = isAsync ? 20 : 500
    for (let i = 0; i < batch; i++) sink = isAsync ? await evaluate() : evaluate()
    count += batch
  }
  if (sink === undefined) throw new Error('nothing was evaluated')
  const { user, system } = process.cpuUsage(before)
  return (count * 1e6) / (user + system)
}
