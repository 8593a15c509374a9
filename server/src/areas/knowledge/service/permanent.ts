import { AppError } from '../../../kernel/errors.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'

/** Refusals that no retry changes, as failures of a run: what a caller may not see, has deleted or cannot pay. */
export async function permanently<T>(work: () => Promise<T>, stage?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429 && error.status !== 408)
      throw new PermanentFailure(error.code, error.message, stage)
    throw error
  }
}
