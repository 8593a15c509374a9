import { z } from 'zod'

const states = { active: true, enabled: true, inactive: false, disabled: false } as const
type State = keyof typeof states

const statusOf = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text)

const fields = {
  enabled: z.boolean().nullish(),
  isActive: z.boolean().nullish().describe('The same as `enabled`.'),
  isDisabled: z.boolean().nullish().describe('The opposite of `enabled`.'),
  status: z
    .preprocess(statusOf, z.enum(Object.keys(states) as [State, ...State[]]).nullish())
    .optional()
    .describe('`active` and `enabled` mean on, `inactive` and `disabled` off.'),
}

/**
 * The body of an operation that switches something on or off. Clients write the state in four ways, and all of them are
 * read. Without a body, or with an empty one, it toggles; a body that says nothing is refused, since toggling would do
 * the opposite of half of what was meant.
 */
export const SwitchBody = z
  .strictObject(fields)
  .superRefine((body, context) => {
    const stated = new Set(statesIn(body))
    if (stated.size === 0 && Object.keys(body).length > 0)
      context.addIssue({ code: 'custom', message: 'must set enabled, isActive, isDisabled or status' })
    if (stated.size > 1) context.addIssue({ code: 'custom', message: 'must not say both on and off' })
  })
  .transform((body): { isOn: boolean | undefined } => ({ isOn: statesIn(body)[0] }))

type Fields = { [Name in keyof typeof fields]?: z.output<(typeof fields)[Name]> }

function statesIn({ enabled, isActive, isDisabled, status }: Fields): boolean[] {
  const off = isDisabled ?? undefined
  const all = [enabled, isActive, off === undefined ? off : !off, status ? states[status] : undefined]
  return all.filter((state) => typeof state === 'boolean')
}
