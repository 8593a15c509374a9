import { StartFault } from '../../kernel/start-fault.ts'

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const maxMs = 10 * 366 * unitMs.d

/** Reads `30d`, `12h`, `90m` or `2w`. */
export function readDuration(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs]
  if (ms > 0 && ms <= maxMs) return ms
  throw new StartFault(
    `--${option} must be a duration of at most ten years, not "${text.slice(0, 40)}"`,
    'write a number and m, h, d or w, such as 30d',
  )
}
