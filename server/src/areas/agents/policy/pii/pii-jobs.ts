import { defineJob } from '../../../../kernel/compute/job.ts'
import { applyRules, type PiiInput, type PiiResult } from './apply.ts'

/** Rules with patterns of users, and long texts, are applied beside the event loop. */
export const piiJob = defineJob<PiiInput, PiiResult>(new URL(import.meta.url), 'applyPiiRules', {
  budgetMs: 2_000,
})

export const applyPiiRules = (input: PiiInput): PiiResult => applyRules(input)
