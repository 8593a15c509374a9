import type { Attack } from '../attack.ts'
import type { Answer, Target } from '../target.ts'

async function walk(target: Target): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let page = 1; ; page++) {
    const { status, text } = await target.get(`/api/v1/tools?limit=100&page=${page}&kind=all`)
    // Only what went wrong is kept: all of it would be some hundred megabytes.
    answers.push({ status, text: status === 200 ? '' : text })
    if (status !== 200 || !(JSON.parse(text) as { hasNextPage?: boolean }).hasNextPage) return answers
  }
}

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
]
