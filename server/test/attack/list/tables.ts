import { sizeOf } from '../../size.ts'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const collections = '/api/v1/table/collections'
const documents = (name: string) => `${collections}/${name}/documents`

const define = (name: string, fields: object[]) => (target: Target) =>
  target.post(collections, { name, slug: name, mode: 'strict', schema: { fields } })

const heavy = [
  { name: 'code', type: 'text', pattern: '.{0,480}.{0,480}x' },
  { name: 'other', type: 'text', pattern: '.{0,480}.{0,480}y' },
]
const fields = Array.from({ length: 90 }, (_, i) => ({
  name: `field_with_a_long_name_number_${i}`,
  type: 'text',
}))
const misspelt = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`feild_with_a_long_name_number_${i}_x`, 1]))

/** As many objects as fit into a document. */
const large = {
  large: Array.from({ length: 20_000 }, (_, i) => ({ a: i })),
}

const batchSize = sizeOf({ short: 60, long: 400 })

export const tableAttacks: readonly Attack[] = [
  {
    id: 'T01',
    what: 'a long text for a field whose pattern has many states',
    prepare: define('attack-pattern', heavy),
    play: async (target) => [
      await target.post(documents('attack-pattern'), { code: 'a'.repeat(9_900), other: 'a'.repeat(9_900) }),
    ],
    expects: [200, 422],
  },
  {
    id: 'T02',
    what: 'hundreds of these in one batch',
    prepare: define('attack-pattern', heavy),
    play: async (target) => [
      await target.post(`${documents('attack-pattern')}/batch`, {
        atomic: false,
        operations: Array.from({ length: batchSize }, () => ({
          op: 'create',
          data: { code: 'a'.repeat(2_000) },
        })),
      }),
    ],
    expects: [200, 422],
  },
  {
    id: 'T03',
    what: 'a pattern of repetitions of nothing',
    play: async (target) => [
      await define('attack-nothing', [
        { name: 'a', type: 'text', pattern: '(((((?:){500}){500}){500}){500}){500}' },
      ])(target),
    ],
    expects: [400, 422],
  },
  {
    id: 'T04',
    what: 'a document of 9,000 misspelt fields',
    prepare: define('attack-fields', fields),
    play: async (target) => [await target.post(documents('attack-fields'), misspelt(9_000))],
    expects: [400, 413, 422],
  },
  {
    id: 'T05',
    what: '500 documents of misspelt fields in one batch',
    prepare: define('attack-fields', fields),
    play: async (target) => [
      await target.post(`${documents('attack-fields')}/batch`, {
        atomic: true,
        operations: Array.from({ length: 500 }, () => ({ op: 'create', data: misspelt(40) })),
      }),
    ],
    expects: [422],
  },
  {
    id: 'T06',
    what: 'one large document read by 64 at the same moment',
    prepare: define('attack-large', [{ name: 'large', type: 'json' }]),
    async play(target) {
      const { data } = JSON.parse((await target.post(documents('attack-large'), large)).text)
      const read = () => target.send('GET', `${documents('attack-large')}/${data.id}`)
      return [await read(), await read(), ...(await Promise.all(Array.from({ length: 64 }, read)))]
    },
    expects: [200],
  },
  {
    id: 'T07',
    what: '64 large documents read at the same moment',
    prepare: define('attack-large', [{ name: 'large', type: 'json' }]),
    async play(target) {
      const ids: string[] = []
      for (let i = 0; i < 64; i++) {
        const { text } = await target.post(documents('attack-large'), large)
        ids.push(JSON.parse(text).data.id)
      }
      const read = (id: string) => target.send('GET', `${documents('attack-large')}/${id}`)
      await read(ids[0]!)
      return Promise.all(ids.map(read))
    },
    expects: [200],
  },
]
