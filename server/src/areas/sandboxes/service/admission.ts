import { type EvictIdle, withCapacity } from '../../../kernel/sandbox/capacity-exceeded.ts'
import type { Job, SandboxResult } from '../../../kernel/sandbox/driver.ts'
import type { Language } from '../../../kernel/sandbox/protocol/messages.ts'
import type { Sandboxes as Engine } from '../../../kernel/sandbox/sandboxes.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { InFlight } from './in-flight.ts'
import { stopping } from './refusals.ts'

export type AdmissionDeps = { engine: Pick<Engine, 'run'>; inFlight: InFlight; evictIdle: EvictIdle }

/**
 * Where every script that is run once gets in, of whichever area: not while the server stops, in the project's fair share
 * of the interpreters, and after idle sessions were evicted where memory is full. The server waits for it when it stops.
 */
export const createAdmission =
  ({ engine, inFlight, evictIdle }: AdmissionDeps) =>
  async ({ projectId }: Scope, language: Language, job: Job): Promise<SandboxResult> => {
    if (inFlight.isStopping()) throw stopping()
    return inFlight.add(withCapacity(evictIdle, projectId, () => engine.run(projectId, language, job)))
  }

export type Admission = ReturnType<typeof createAdmission>
