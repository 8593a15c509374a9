import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'

/** A field of a vendor's API that would change the response and that this server does not support. */
export type RefusedField = {
  why: string
  /** Values that ask for nothing, which clients send all the same. */
  isNeutral?(value: unknown): boolean
}
export type RefusedFields = Readonly<Record<string, RefusedField>>

/** In the shape of the body, so that they are seen and not left out like what is harmless. */
export const shapesOf = <T extends RefusedFields>(fields: T) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { why }]) => [
      name,
      z.unknown().optional().describe(`Not supported: ${why}.`),
    ]),
  ) as { [K in keyof T]: z.ZodOptional<z.ZodUnknown> }

/** 400, naming the field. */
export function refuseFields(fields: RefusedFields, body: object): void {
  // A body has few fields, and this is done for every call.
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || value === null || !Object.hasOwn(fields, name)) continue
    const { why, isNeutral } = fields[name]!
    if (isNeutral?.(value)) continue
    const message = `${name} is not supported: ${why}`
    throw new AppError('unsupported_parameter', message, {
      details: [{ in: 'body', path: `/${name}`, rule: 'supported', message }],
      hint: 'Remove the field.',
    })
  }
}

export const isFalse = (value: unknown): boolean => value === false
export const isZero = (value: unknown): boolean => value === 0
export const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
