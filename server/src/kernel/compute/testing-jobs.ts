import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { defineJob, handOver } from './job.ts'

const here = new URL(import.meta.url)

/** Jobs for the tests of the threads themselves. */
export const doubleJob = defineJob<number, number>(here, 'double')
export const loopJob = defineJob<null, never>(here, 'loop', { budgetMs: 200 })
export const longLoopJob = defineJob<null, never>(here, 'loop', { budgetMs: 60_000 })
export const fillJob = defineJob<null, never>(here, 'fill', { budgetMs: 60_000 })
export const refuseJob = defineJob<null, never>(here, 'refuse')
export const breakJob = defineJob<null, never>(here, 'breakDown')
export const waitJob = defineJob<number, string>(here, 'waitFor', { budgetMs: 60_000 })
export const reverseJob = defineJob<{ bytes: Uint8Array }, { bytes: Uint8Array }>(here, 'reverse')

export const double = (value: number) => value * 2
export function loop(): never {
  for (;;);
}
export function fill(): never {
  const retained: unknown[] = []
  for (;;) retained.push(Array.from({ length: 10_000 }, () => ({})))
}
export function refuse(): never {
  throw new AppError('invalid_parameter', 'not like this', { hint: 'Like that.' })
}
export function breakDown(): never {
  throw new Error('broken')
}
export const waitFor = async (ms: number) => {
  await wait(ms)
  return 'done'
}
export const reverse = ({ bytes }: { bytes: Uint8Array }) => {
  const reversed = bytes.toReversed()
  return handOver({ bytes: reversed }, [reversed])
}
