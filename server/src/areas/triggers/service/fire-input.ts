/** The work of one invocation, as its run is given it. */
export const fireKind = 'trigger.fire'
export type FireInput = { triggerId: string; invocationId: string }
