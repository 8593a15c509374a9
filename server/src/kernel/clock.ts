/** The time as the product sees it; tests hand in one they can move. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
