import { z } from 'zod'

export const refreshIntervals = ['1h', '6h', '12h', '1d', '7d', '30d'] as const
export type RefreshInterval = (typeof refreshIntervals)[number]

export const RefreshEvery = z.enum(refreshIntervals)

/** Spread by the id, so that a site does not get the requests of all its sources in the same minute. */
export function refreshCronOf(every: RefreshInterval, scheduleId: string): string {
  const number = Number.parseInt(scheduleId.slice(-6), 16)
  const [minute, hour] = [number % 60, Math.floor(number / 60) % 24]
  const times: Record<RefreshInterval, string> = {
    '1h': `${minute} * * * *`,
    '6h': `${minute} ${hour % 6}-23/6 * * *`,
    '12h': `${minute} ${hour % 12}-23/12 * * *`,
    '1d': `${minute} ${hour} * * *`,
    '7d': `${minute} ${hour} * * ${number % 7}`,
    '30d': `${minute} ${hour} ${1 + (number % 28)} * *`,
  }
  return times[every]
}
