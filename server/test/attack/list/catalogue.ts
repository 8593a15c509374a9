import { someOf } from '../../size.ts'
import type { Attack } from '../attack.ts'
import type { ApiResponse, Target } from '../target.ts'

async function walk(target: Target): Promise<ApiResponse[]> {
  const responses: ApiResponse[] = []
  for (let page = 1; ; page++) {
    const { status, text } = await target.get(`/api/v1/tools?limit=100&page=${page}&kind=all`)
    // Only failures are collected: all of it would be some hundred megabytes.
    responses.push({ status, text: status === 200 ? '' : text })
    if (status !== 200 || !(JSON.parse(text) as { hasNextPage?: boolean }).hasNextPage) return responses
  }
}

const orders = someOf(
  ['name', 'slug', 'toolkitSlug', 'popularityScore', 'createdAt'].flatMap((sortBy) =>
    ['ASC', 'DESC'].map((order) => `sortBy=${sortBy}&sortOrder=${order}`),
  ),
  3,
)

export const catalogueAttacks: readonly Attack[] = [
  {
    id: 'L01',
    what: 'one page deep inside the list of all tools',
    play: async (target) => [await target.get('/api/v1/tools?limit=100&page=50&kind=all')],
    expects: [200],
    residentMb: 400,
  },
  {
    id: 'L02',
    what: 'all tools, page by page, twice',
    play: async (target) => [...(await walk(target)), ...(await walk(target))],
    expects: [200],
    residentMb: 400,
    isLong: true,
  },
  {
    id: 'L03',
    what: `all tools in ${orders.length} of the orders that a caller can ask for`,
    play: (target) =>
      Promise.all(orders.map((order) => target.get(`/api/v1/tools?limit=1&kind=all&${order}`))),
    expects: [200],
    residentMb: 400,
  },
]
