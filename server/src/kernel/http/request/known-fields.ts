import type { z } from 'zod'

type Def = {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
  shape?: Record<string, z.ZodType>
  options?: readonly z.ZodType[]
}

/** The names of the fields that a shape has at a path; of a union, those of all its forms. */
export function knownFields(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let forms = formsOf(schema)
  for (const key of path) forms = forms.flatMap((form) => memberOf(form, key)).flatMap(formsOf)
  return [...new Set(forms.flatMap(({ shape }) => Object.keys(shape ?? {})))]
}

/** The shape below options, defaults, unions and conversions. */
function formsOf(schema: z.ZodType): Def[] {
  const def = schema._zod.def as unknown as Def
  const inner = [def.innerType, def.in, def.out, def.getter?.(), ...(def.options ?? [])]
  const below = inner.filter((each) => each !== undefined)
  return below.length > 0 ? below.flatMap(formsOf) : [def]
}

function memberOf({ shape, element, valueType }: Def, key: PropertyKey): z.ZodType[] {
  const member = shape && Object.hasOwn(shape, key) ? shape[String(key)] : (element ?? valueType)
  return member ? [member] : []
}
