import { z } from 'zod'
import { openObject } from '../../../kernel/http/shapes.ts'

const Host = z
  .string()
  .max(253)
  .regex(/^(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/, 'must be a host such as shop.example.com')
const ParameterName = z.string().min(1).max(100)

const Expectation = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(4096)
    .optional()
    .describe('Without its query; `*` is any one segment of the path.'),
  title: z.string().max(300).optional(),
  text: z.string().min(1).max(2000).optional().describe('Must be visible.'),
})

const Input = z.union([
  z.strictObject({ parameter: ParameterName }),
  z
    .strictObject({ connectionField: ParameterName })
    .describe('A field of the connected account; for `fill` alone.'),
  z
    .strictObject({
      value: z.union([z.string().max(100_000), z.array(z.string().max(2000)).min(1).max(100)]),
    })
    .describe('The same in every run; not for `upload`.'),
])

const Step = z.strictObject({
  action: openObject().describe(
    'As `POST /api/v1/browser/sessions/{sessionId}/actions` takes it, without element and input.',
  ),
  selectors: z
    .array(z.string().min(1).max(2000))
    .max(10)
    .default([])
    .describe('The first that finds exactly one element is used.'),
  origin: z
    .string()
    .max(300)
    .nullable()
    .default(null)
    .describe('The only origin in whose pages the step is done; required for a connection field.'),
  input: Input.nullable().default(null).describe('What `fill` types, `select` selects or `upload` uploads.'),
  expect: Expectation.nullable().default(null).describe('What the page must be afterwards.'),
})

/** Steps in a browser, as a custom tool repeats them. */
export const BrowserBody = z
  .strictObject({
    steps: z.array(Step).min(1).max(100),
    allowedHosts: z.array(Host).min(1).max(100).nullable().default(null),
    viewport: z
      .strictObject({ width: z.int().min(320).max(3840), height: z.int().min(240).max(2160) })
      .default({ width: 1280, height: 720 }),
    locale: z.string().min(2).max(35).default('en-US'),
    timezone: z.string().min(1).max(64).default('UTC'),
    profileParameter: ParameterName.nullable()
      .default(null)
      .describe('The argument that names the browser profile to begin with.'),
    expect: Expectation.nullable().default(null).describe('What the last page must be.'),
  })
  .meta({ id: 'BrowserSteps' })
export type BrowserBody = z.output<typeof BrowserBody>
export type BrowserStep = BrowserBody['steps'][number]
