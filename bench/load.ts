import autocannon from 'autocannon'
import { percentile } from './report-format.ts'
import { scenarioNamed } from './requests/scenarios.ts'

export type Job = { url: string; apiKey: string; scenario: string; connections: number; seconds: number }
export type Load = { requests: number; seconds: number; p50: number; p99: number } | { fault: string }

// Runs in a separate process: generating the load costs as much as serving it and must not be counted there.
process.on('message', (job: Job) => {
  void run(job).then((load) => process.send!(load))
})

function run({ url, apiKey, scenario, connections, seconds }: Job): Promise<Load> {
  const { method, path, fresh } = scenarioNamed(scenario)
  // Its own figures are whole milliseconds, which is longer than most of our requests take.
  const times: number[] = []
  return new Promise((resolve) => {
    const options = {
      url: `${url}${path}`,
      method,
      headers: { 'x-api-key': apiKey },
      connections,
      duration: seconds,
      sampleInt: 50,
      requests: [
        {
          setupRequest: (request: { headers: Record<string, string> }) => {
            if (!fresh) return request
            const { headers, ...others } = fresh()
            return { ...request, ...others, headers: { ...request.headers, ...headers } }
          },
        },
      ],
    }
    autocannon(options, (error, result) => {
      const failed = error?.message ?? failures(result)
      times.sort((left, right) => left - right)
      resolve(
        failed === null
          ? {
              requests: times.length,
              seconds: result.duration,
              p50: percentile(times, 0.5),
              p99: percentile(times, 0.99),
            }
          : { fault: `${scenario} at ${url}: ${failed}` },
      )
    }).on('response', (_client, _status, _bytes, ms) => times.push(ms))
  })
}

/** A refusal is quick, so that even one of them would flatter the figures. */
function failures({ errors, non2xx }: { errors: number; non2xx: number }): string | null {
  return errors + non2xx === 0 ? null : `${errors} broken connections, ${non2xx} refusals`
}
