import { DBOS } from '@dbos-inc/dbos-sdk'
import { launchDbos } from './launch-dbos.mjs'

const workflow = DBOS.registerWorkflow(
  async (steps) => {
    for (let i = 0; i < steps; i++) await DBOS.runStep(async () => ({ done: true }), { name: `step-${i}` })
    return { done: true }
  },
  { name: 'bench' },
)

process.on('message', async (message) => {
  try {
    if ('database' in message) {
      await launchDbos(message.database)
      process.send({ seconds: 0 })
      return
    }
    const startedAt = performance.now()
    let started = 0
    // Started directly: its queue would add its polling to every run.
    await Promise.all(
      Array.from({ length: Math.min(message.runs, 20) }, async () => {
        while (started++ < message.runs) await workflow(message.steps)
      }),
    )
    process.send({ seconds: (performance.now() - startedAt) / 1000 })
  } catch (error) {
    process.send({ fault: String(error) })
  }
})
