import { z } from 'zod'
import { integerParam, openObject, Uuid } from '../../../kernel/http/shapes.ts'
import { BrowserBody } from './browser-steps.ts'
import { ToolDetail, toolFields } from './tool.ts'

const { slug, name, description, toolkitSlug, version } = toolFields
const Parameter = z.string().min(1).max(100)

export const TeachParams = z.object({ sessionId: Uuid })

const Event = z.int().min(1).max(5000)
export const TeachQuery = z.strictObject({
  fromEvent: integerParam({ min: 1, max: 5000 })
    .optional()
    .describe('The first event of the part to be repeated.'),
  toEvent: integerParam({ min: 1, max: 5000 }).optional().describe('The last one.'),
})

export const TeachBody = z.strictObject({
  slug,
  name,
  description,
  toolkitSlug,
  version: version
    .optional()
    .describe('With a new version and the slug of a custom tool, that tool gets the version.'),
  fromEvent: Event.optional().describe('The first event of the part to be repeated.'),
  toEvent: Event.optional().describe('The last one.'),
  secretParameters: z
    .array(Parameter)
    .max(100)
    .default([])
    .describe('Parameters that are secret although they were not typed into a password field.'),
  connectionFields: z
    .record(Parameter, Parameter)
    .default({})
    .describe('Parameter → field of the connected account that it is taken from.'),
  expectText: z.string().min(1).max(2000).optional().describe('Must be visible on the last page.'),
})
export type TeachBody = z.output<typeof TeachBody>

const Warnings = z.array(z.string()).describe('What happened in the session and is not in the tool.')
const JsonObject = openObject()

/** What a tool of the session would be; with a slug and a name, `POST /api/v1/tools` takes it. */
export const ToolDraft = z
  .object({
    browser: BrowserBody,
    inputParameters: JsonObject,
    outputParameters: JsonObject,
    noAuth: z.boolean(),
    warnings: Warnings,
  })
  .meta({ id: 'BrowserToolDraft' })
export type ToolDraft = z.output<typeof ToolDraft>

export const TaughtTool = z.object({ tool: ToolDetail, warnings: Warnings }).meta({ id: 'TaughtTool' })
