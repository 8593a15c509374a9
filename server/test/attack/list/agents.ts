import type { Attack } from '../attack.ts'
import type { ApiResponse, Target } from '../target.ts'

const base = '/api/v1/workflow/manager'

/** Says it to an agent of the offline model, and waits for the response. */
async function say(target: Target, message: string): Promise<ApiResponse[]> {
  const agent = { prompt: 'You help.', modelSettings: { model: 'local/demo' } }
  const made = await target.post(`${base}/create`, { name: 'attacked', workflowType: 'agent', agent })
  if (made.status !== 200) return [made]
  const { id } = JSON.parse(made.text).data
  const body = { allowWhenInactive: true, wait: 60_000, input: { message } }
  return [made, await target.post(`${base}/execute/${id}`, body)]
}

export const agentAttacks: readonly Attack[] = [
  {
    id: 'M01',
    what: 'a message of 900 KB to an agent',
    play: (target) => say(target, 'word and more '.repeat(65_000)),
    expects: [200, 422],
  },
  {
    id: 'M02',
    what: 'a message of 900 KB in which every second character is escaped',
    play: (target) => say(target, '"\\n'.repeat(180_000)),
    expects: [200, 422],
  },
]
