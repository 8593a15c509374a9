import { z } from 'zod'
import { openObject, textParam } from '../../../kernel/http/shapes.ts'
import { BrowserPage } from './session.ts'

const Coordinate = z.number().min(0).max(10_000)
const modifiers = z.int().min(0).max(15).default(0)

/** What a human does in a live view. */
export const UserInput = z
  .union([
    z.strictObject({
      type: z.enum(['mouseMoved', 'mousePressed', 'mouseReleased']),
      x: Coordinate,
      y: Coordinate,
      button: z.enum(['none', 'left', 'middle', 'right']).default('none'),
      buttons: z.int().min(0).max(7).default(0),
      clickCount: z.int().min(0).max(3).default(0),
      modifiers,
    }),
    z.strictObject({
      type: z.literal('mouseWheel'),
      x: Coordinate,
      y: Coordinate,
      deltaX: z.number().min(-10_000).max(10_000).default(0),
      deltaY: z.number().min(-10_000).max(10_000).default(0),
    }),
    z.strictObject({
      type: z.enum(['keyDown', 'rawKeyDown', 'keyUp']),
      key: z.string().max(40),
      code: z.string().max(40).default(''),
      text: z.string().max(8).optional(),
      keyCode: z.int().min(0).max(255).default(0),
      modifiers,
    }),
    z.strictObject({ type: z.literal('insertText'), text: z.string().max(10_000) }),
    z.strictObject({ type: z.literal('goto'), url: z.string().max(8192) }),
    z.strictObject({ type: z.enum(['back', 'forward', 'reload']) }),
  ])
  .meta({ id: 'BrowserUserInput' })
export type UserInput = z.output<typeof UserInput>

export const ViewMessage = z
  .object({
    type: z.enum(['state', 'ended', 'refused']),
    url: z.string().optional(),
    title: z.string().optional(),
    pages: z.array(BrowserPage).optional(),
    control: z.enum(['agent', 'human']).optional(),
    isInteractive: z.boolean().optional(),
    hasImages: z.boolean().optional(),
    viewport: z
      .object({ width: z.number(), height: z.number() })
      .optional()
      .describe(
        'Size of the page in the images; `x` and `y` of the mouse are in its pixels, also if an image is smaller.',
      ),
    /** A token for connecting again. */
    state: z.string().optional(),
    reason: z.string().optional(),
  })
  .meta({ id: 'BrowserViewMessage' })
export type ViewMessage = z.output<typeof ViewMessage>

export const ViewQuery = z.strictObject({
  state: textParam(500).describe('The token in `liveViewUrl` of the session or of a handoff.'),
})
export const ConnectQuery = z.strictObject({
  token: textParam(500).describe('The token in `connectUrl` of the session.'),
})

/** Of the Chrome DevTools Protocol. */
export const CdpMessage = z
  .looseObject({
    id: z.int().optional(),
    method: z.string().max(200).optional(),
    sessionId: z.string().max(200).optional(),
    params: openObject().optional(),
  })
  .meta({ id: 'CdpMessage' })
