import { AppError } from '../../../../kernel/errors.ts'
import { createProjectLimit } from '../../../../kernel/limits/project-limit.ts'

/** How many calls of a project this node works on at once: one project must not take all there is. */
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
