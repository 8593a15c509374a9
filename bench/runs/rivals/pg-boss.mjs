import { PgBoss } from 'pg-boss'

// A queue of jobs has no steps: each step is a separate job, without the link from one to the next.
let boss
let ended = 0
let expected = 0
let finish = () => {}

process.on('message', async (message) => {
  try {
    if ('database' in message) {
      boss = new PgBoss({
        ...message.database,
        max: 10,
        useListenNotify: true,
        supervise: false,
        schedule: false,
      })
      boss.on('error', () => undefined)
      await boss.start()
      await boss.createQueue('bench', { notify: true })
      // Its fastest way: batches, each fetched as soon as the last one was full. They succeed and fail as a whole.
      await boss.work(
        'bench',
        { localConcurrency: 4, batchSize: 20, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
        async (jobs) => {
          ended += jobs.length
          if (ended === expected) finish()
        },
      )
      process.send({ seconds: 0 })
      return
    }
    const startedAt = performance.now()
    const { promise, resolve } = Promise.withResolvers()
    ended = 0
    expected = message.runs * message.steps
    finish = resolve
    for (let i = 0; i < expected; i += 10)
      await Promise.all(
        Array.from({ length: Math.min(10, expected - i) }, () => boss.send('bench', { done: true })),
      )
    if (expected > 0) await promise
    process.send({ seconds: (performance.now() - startedAt) / 1000 })
  } catch (error) {
    process.send({ fault: String(error) })
  }
})
