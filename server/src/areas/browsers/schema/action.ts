import { z } from 'zod'
import { Uuid } from '../../../kernel/http/shapes.ts'

export const actionTimeout = { min: 100, max: 120_000, fallback: 30_000 } as const

const Url = z.string().min(1).max(8192)
const Target = {
  ref: z
    .string()
    .regex(/^[a-z]?\d{0,6}e\d{1,7}$/, 'must be a ref of an accessibility snapshot, such as e12')
    .optional()
    .describe('Element of the last accessibility snapshot.'),
  selector: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('CSS, or Playwright forms such as `text=Sign in` and `role=button[name="Save"]`.'),
}
const timed = {
  timeoutMs: z.int().min(actionTimeout.min).max(actionTimeout.max).default(actionTimeout.fallback),
}
const hasTarget = ({ ref, selector }: { ref?: string | undefined; selector?: string | undefined }) =>
  (ref === undefined) !== (selector === undefined)
const oneTarget = 'needs either ref or selector'

const Goto = z.strictObject({
  type: z.literal('goto'),
  url: Url,
  waitUntil: z.enum(['commit', 'domcontentloaded', 'load']).default('load'),
  ...timed,
})
const Click = z
  .strictObject({
    type: z.literal('click'),
    ...Target,
    button: z.enum(['left', 'middle', 'right']).default('left'),
    clickCount: z.int().min(1).max(3).default(1),
    ...timed,
  })
  .refine(hasTarget, oneTarget)
const Hover = z.strictObject({ type: z.literal('hover'), ...Target, ...timed }).refine(hasTarget, oneTarget)
const Fill = z
  .strictObject({
    type: z.literal('fill'),
    ...Target,
    value: z.string().max(65_536),
    submit: z.boolean().default(false).describe('Press Enter afterwards.'),
    ...timed,
  })
  .refine(hasTarget, oneTarget)
const Press = z.strictObject({
  type: z.literal('press'),
  ...Target,
  key: z.string().min(1).max(50).describe('A key or a combination, such as `Enter` or `Control+A`.'),
  ...timed,
})
const Select = z
  .strictObject({
    type: z.literal('select'),
    ...Target,
    values: z.array(z.string().max(2000)).min(1).max(100).describe('Values or labels of options.'),
    ...timed,
  })
  .refine(hasTarget, oneTarget)
const Scroll = z.strictObject({
  type: z.literal('scroll'),
  ...Target,
  deltaX: z.int().min(-100_000).max(100_000).default(0),
  deltaY: z.int().min(-100_000).max(100_000).default(0),
  ...timed,
})
const Wait = z.strictObject({
  type: z.literal('wait'),
  ...Target,
  state: z.enum(['visible', 'hidden', 'attached', 'detached']).default('visible'),
  text: z.string().min(1).max(2000).optional().describe('Text that must become visible.'),
  url: z.string().min(1).max(2000).optional().describe('Part of the URL to wait for.'),
  forMs: z.int().min(0).max(30_000).optional(),
  ...timed,
})
const Upload = z
  .strictObject({
    type: z.literal('upload'),
    ...Target,
    fileIds: z.array(Uuid).min(1).max(10),
    ...timed,
  })
  .refine(hasTarget, oneTarget)
const Evaluate = z.strictObject({
  type: z.literal('evaluate'),
  expression: z
    .string()
    .min(1)
    .max(65_536)
    .describe('JavaScript that runs in the page; its value is returned.'),
  ...timed,
})
const History = z.strictObject({ type: z.enum(['back', 'forward', 'reload']), ...timed })
const OfPage = z.strictObject({
  type: z.enum(['switch', 'closePage']),
  pageId: z.string().regex(/^p\d{1,6}$/, 'must be the id of a page, such as p2'),
  ...timed,
})
const Dialog = z.strictObject({
  type: z.literal('dialog'),
  accept: z.boolean(),
  text: z.string().max(2000).optional().describe('Typed into a prompt.'),
  ...timed,
})

export const BrowserAction = z
  .union([Goto, Click, Hover, Fill, Press, Select, Scroll, Wait, Upload, Evaluate, History, OfPage, Dialog])
  .meta({ id: 'BrowserAction' })
export type BrowserAction = z.output<typeof BrowserAction>

export const ActionsBody = z.strictObject({
  actions: z.array(BrowserAction).min(1).max(50),
})

export const ActionResult = z
  .object({
    type: z.string(),
    durationMs: z.number(),
    url: z.string(),
    title: z.string(),
    value: z.unknown().optional().describe('What an expression evaluated to.'),
    dialogs: z
      .array(z.object({ type: z.string(), message: z.string(), accepted: z.boolean() }))
      .optional()
      .describe('Dialogs that opened meanwhile; they are dismissed unless a `dialog` action said otherwise.'),
    openedPages: z.array(z.string()).optional().describe('Pages that opened meanwhile.'),
    refused: z
      .array(z.object({ host: z.string(), reason: z.string() }))
      .optional()
      .describe('Requests of the page that were refused.'),
  })
  .meta({ id: 'BrowserActionResult' })
export type ActionResult = z.output<typeof ActionResult>

export const ActionResults = z.object({ results: z.array(ActionResult) })

export const snapshotFormats = ['text', 'html', 'a11y', 'png'] as const
export type SnapshotFormat = (typeof snapshotFormats)[number]

export const Snapshot = z
  .object({
    format: z.enum(['text', 'html', 'a11y']),
    url: z.string(),
    title: z.string(),
    content: z.string(),
    truncated: z.boolean(),
  })
  .meta({ id: 'BrowserSnapshot' })
export type Snapshot = z.output<typeof Snapshot>
