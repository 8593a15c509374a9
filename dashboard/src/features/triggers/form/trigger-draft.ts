import type { Trigger } from '@stoa/sdk'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import { requiredNumber } from '../../../components/form/required-number.ts'
import { kindOf, type TriggerKind } from '../trigger-kind.tsx'

/** The texts of the form, for all kinds: switching between kinds loses nothing. */
export const emptyDraft = {
  name: '',
  owner: '',
  workflowId: '',
  expression: '0 9 * * 1-5',
  timezone: 'UTC',
  misfirePolicy: 'run_once',
  jitterSec: '0',
  signature: 'standard_webhooks',
  secret: '',
  header: '',
  prefix: '',
  algorithm: 'sha256',
  encoding: 'hex',
  timestampHeader: '',
  verifyToken: '',
  dedupe: '',
  respond: 'false',
  respondTimeoutMs: '30000',
  eventTypes: '',
  filter: '',
  slug: '',
  connectedAccountId: '',
  intervalMin: '5',
  arguments: '{}',
  input: '',
  concurrency: 'allow',
  triggerThreadKey: '',
}
export type TriggerDraft = typeof emptyDraft

/** Where faults of the server are shown: its configuration is one object, the form has a field for each part. */
export const draftAliases: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(emptyDraft).map((name) => [`/triggerConfig/${name}`, name]),
  ...['header', 'prefix', 'algorithm', 'encoding', 'timestampHeader'].map((name) => [
    `/triggerConfig/hmac/${name}`,
    name,
  ]),
])

const textIn = (value: unknown, fallback: string): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : Array.isArray(value)
      ? value.join(' ')
      : typeof value === 'object' && value !== null
        ? JSON.stringify(value, null, 2)
        : fallback

/** The form as a trigger fills it in. */
export function draftOf({
  name,
  slug,
  workflowId,
  connectedAccountId,
  triggerConfig,
}: Trigger): TriggerDraft {
  const { hmac, ...config } = triggerConfig
  const all = { ...config, ...(hmac as object | undefined) } as Record<string, unknown>
  const texts = Object.entries(emptyDraft).map(([field, fallback]) => [field, textIn(all[field], fallback)])
  return {
    ...(Object.fromEntries(texts) as TriggerDraft),
    name,
    slug: kindOf({ slug }) === 'toolkit' ? slug : '',
    secret: '',
    intervalMin: textIn(triggerConfig.intervalMin, ''),
    workflowId: workflowId ?? '',
    connectedAccountId: connectedAccountId ?? '',
  }
}

const filledIn = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ''))

/** What all kinds have. */
function sharedConfig({ input, concurrency, triggerThreadKey }: TriggerDraft): Record<string, unknown> {
  return {
    concurrency,
    ...filledIn({ triggerThreadKey }),
    ...(input.trim() === '' ? {} : { input: parseJsonObject(input, 'input', '{ "name": "value" }') }),
  }
}

function webhookConfig(draft: TriggerDraft): Record<string, unknown> {
  const { signature, secret, verifyToken, dedupe, respond, respondTimeoutMs } = draft
  const { header, prefix, algorithm, encoding, timestampHeader } = draft
  const hmac = { ...filledIn({ header, prefix, timestampHeader }), algorithm, encoding }
  const doesRespond = respond === 'true'
  return {
    signature,
    ...(signature === 'none' ? {} : filledIn({ secret })),
    ...(signature === 'hmac' ? { hmac } : {}),
    ...filledIn({ verifyToken, dedupe }),
    respond: doesRespond,
    ...(doesRespond ? { respondTimeoutMs: requiredNumber('respondTimeoutMs', respondTimeoutMs) } : {}),
  }
}

/** The configuration of a kind; throws what the form shows beside a field. */
export function configOf(kind: TriggerKind, draft: TriggerDraft): Record<string, unknown> {
  const shared = sharedConfig(draft)
  switch (kind) {
    case 'cron': {
      const { expression, timezone, misfirePolicy } = draft
      const jitterSec = requiredNumber('jitterSec', draft.jitterSec)
      return { expression, timezone, misfirePolicy, jitterSec, ...shared }
    }
    case 'webhook':
      return { ...webhookConfig(draft), ...shared }
    case 'event': {
      const filter =
        draft.filter.trim() === ''
          ? {}
          : { filter: parseJsonObject(draft.filter, 'filter', '{ "data.name": "a.txt" }') }
      return { eventTypes: draft.eventTypes.split(' ').filter(Boolean), ...filter, ...shared }
    }
    case 'toolkit':
      return {
        arguments: JSON.parse(draft.arguments),
        // What the service sends itself is not polled.
        ...(draft.intervalMin === '' ? {} : { intervalMin: Number(draft.intervalMin) }),
        ...shared,
      }
  }
}
