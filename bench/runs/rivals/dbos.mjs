import { DBOS } from '@dbos-inc/dbos-sdk'

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
      const { host, user, password = '', database } = message.database
      DBOS.setConfig({
        name: 'bench',
        systemDatabaseUrl: `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`,
        systemDatabasePoolSize: 10,
        logLevel: 'error',
        runAdminServer: false,
      })
      await DBOS.launch()
      process.send({ seconds: 0 })
      return
    }
    const startedAt = performance.now()
    let begun = 0
    // Started directly: its queue would add its polling to every run.
    await Promise.all(
      Array.from({ length: Math.min(message.runs, 20) }, async () => {
        while (begun++ < message.runs) await workflow(message.steps)
      }),
    )
    process.send({ seconds: (performance.now() - startedAt) / 1000 })
  } catch (error) {
    process.send({ fault: String(error) })
  }
})
