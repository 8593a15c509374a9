import { setTimeout as wait } from 'node:timers/promises'
import { type BuiltInToolkit, number, result, shape, tool } from '../tool.ts'

const maxSeconds = 55

/** Bounded, because someone's request stays open meanwhile. Longer waits are for workflows. */
export const sleepToolkit: BuiltInToolkit = {
  slug: 'sleep',
  name: 'Sleep',
  description: 'Waits for some seconds, for example between two API calls.',
  category: 'workflow-automation',
  tools: [
    tool<{ seconds: number }>({
      operation: 'wait',
      name: 'Wait',
      description: `Waits for up to ${maxSeconds} seconds before going on.`,
      input: shape({ seconds: number('How long.', { minimum: 0, maximum: maxSeconds }) }),
      output: result({ waitedSeconds: number('How long it waited.') }),
      effect: 'compute',
      example: { arguments: { seconds: 0 }, result: { waitedSeconds: 0 } },
      run: async ({ seconds }, { signal }) => {
        await wait(seconds * 1000, undefined, { signal })
        return { waitedSeconds: seconds }
      },
    }),
  ],
}
