import { faultOf } from '../output/report.ts'

export type State = 'ok' | 'warn' | 'fail' | 'skip'

/** What one look of the doctor showed. */
export type Finding = { check: string; state: State; finding: string; fix?: string }

/** Named by the check that makes it. */
export type Verdict = Omit<Finding, 'check'>

export const ok = (finding: string): Verdict => ({ state: 'ok', finding })
export const warn = (finding: string, fix: string): Verdict => ({ state: 'warn', finding, fix })
export const fail = (finding: string, fix: string): Verdict => ({ state: 'fail', finding, fix })
export const skip = (finding: string): Verdict => ({ state: 'skip', finding })

const maxLookMs = 20_000

/** Looks at one thing. Whatever goes wrong on the way is a finding too: the next check must still be made. */
export async function examine(
  check: string,
  look: () => Promise<Verdict | Verdict[]>,
  maxMs = maxLookMs,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve(fail('no response in time', 'find out what hangs')), maxMs)
  })
  try {
    const verdicts = await Promise.race([look(), late])
    return [verdicts].flat().map((verdict) => ({ check, ...verdict }))
  } catch (error) {
    const fault = faultOf(error)
    if (fault) return [{ check, ...fail(fault.cause, fault.fix) }]
    const { message } = error as Error
    return [{ check, ...fail(`the check itself failed: ${message}`, 'report this as a bug') }]
  } finally {
    clearTimeout(timer)
  }
}
