import { AppError } from '../../../../kernel/errors.ts'
import { createProjectLimit } from '../../../../kernel/limits/project-limit.ts'

/** The concurrent calls of a project on this node: one project must not use all capacity. */
export const createSlots = (perProject: number) =>
  createProjectLimit({
    perProject,
    refusal: () =>
      new AppError('concurrency_limited', `More than ${perProject} calls of this project are in flight`, {
        facts: { limit: perProject },
        hint: 'Wait for some of them to finish.',
        headers: { 'retry-after': '1' },
      }),
  })

export type Slots = ReturnType<typeof createSlots>
