import type { CallEnding } from '../schema/kept-call.ts'
import type { Run } from './run.ts'

/** Told of every call that has ended. It must never throw and never make a call wait. */
export type Tracer = { record(run: Run, ending: CallEnding): void }

export const noTracer: Tracer = { record: () => undefined }
