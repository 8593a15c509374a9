import { z } from 'zod'

const texts = (maxLength: number, maxItems = 100) => z.array(z.string().max(maxLength)).max(maxItems)
const Positive = z.number().min(1)

const Persona = z.strictObject({
  displayName: z.string().max(120).optional(),
  role: z.string().max(200).optional(),
  tone: z.enum(['professional', 'friendly', 'empathetic', 'concise', 'technical', 'playful']).optional(),
  verbosity: z.enum(['brief', 'balanced', 'detailed']).optional(),
  language: z.enum(['match_user', 'fa', 'en', 'ar', 'tr']).optional(),
  emoji: z.enum(['never', 'sparing', 'free']).optional(),
  styleNotes: z.string().max(2_000).optional(),
})

const PiiRule = z
  .strictObject({
    type: z.enum(['email', 'credit_card', 'ip', 'mac_address', 'url', 'custom']).optional(),
    strategy: z
      .enum(['block', 'redact', 'mask', 'hash'])
      .optional()
      .describe('`redact` without it. `block` lets no message with such data pass.'),
    pattern: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('For `custom`: a regular expression in RE2 syntax.'),
    applyToInput: z
      .boolean()
      .optional()
      .describe('To what the model reads: messages of the user and results of tools. On without it.'),
    applyToOutput: z.boolean().optional().describe('To what the model says. Off without it.'),
  })
  .refine(({ type, pattern }) => (type === undefined || type === 'custom') === (pattern !== undefined), {
    path: ['pattern'],
    message: 'is required for the type custom, and only for it',
  })

const Guardrails = z.strictObject({
  bannedTopics: texts(200).optional(),
  neverPromise: texts(200).optional(),
  refusalMessage: z.string().max(1_000).optional(),
  groundingMode: z.enum(['off', 'prefer_sources', 'strict']).optional(),
  pii: z
    .strictObject({ enabled: z.boolean().optional(), rules: z.array(PiiRule).max(50).optional() })
    .optional(),
})

const Escalation = z.strictObject({
  enabled: z.boolean().optional(),
  triggers: texts(200).optional(),
  afterFailedAttempts: z.int().min(1).max(10).optional(),
  action: z.enum(['reply_only', 'notify_tool', 'human_approval']).optional(),
  notifyToolSlug: z.string().max(200).optional(),
  summaryTemplate: z.string().max(1_000).optional(),
  handoffMessage: z.string().max(1_000).optional(),
})

const UsageCaps = z.strictObject({
  enabled: z.boolean().optional(),
  messagesPerUserPerDay: Positive.optional(),
  maxTurnsPerConversation: Positive.optional(),
  maxCreditsPerConversation: Positive.optional(),
  onExceeded: z.enum(['stop', 'escalate']).optional(),
  exceededMessage: z.string().max(1_000).optional(),
})

const ClockTime = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30')

const CannedResponses = z.strictObject({
  greeting: z.string().max(1_000).optional(),
  fallback: z.string().max(1_000).optional(),
  outOfHours: z.string().max(1_000).optional(),
  businessHours: z
    .strictObject({
      timezone: z.string().max(64).optional().describe('An IANA time zone.'),
      days: z.array(z.int().min(0).max(6)).max(7).optional().describe('0 is Sunday.'),
      start: ClockTime.optional(),
      end: ClockTime.optional(),
    })
    .optional(),
})

export const AgentBehavior = z.strictObject({
  persona: Persona.optional(),
  guardrails: Guardrails.optional(),
  escalation: Escalation.optional(),
  usageCaps: UsageCaps.optional(),
  cannedResponses: CannedResponses.optional(),
})

export const AgentIdentity = z.strictObject({
  mode: z.enum(['anonymous', 'collect', 'required']).optional().describe('`anonymous` without it.'),
  methods: texts(64, 20)
    .optional()
    .describe(
      'Such as `host_hmac`, `host_jwt`, `email_otp`, `channel_native`, `sdk_username`, `toolkit_connection`.',
    ),
  collect: texts(64, 20).optional().describe('Such as `name`, `email`, `phone`.'),
  linkBy: texts(64, 20).optional().describe('Such as `email`, `phone`.'),
  allowedEmailDomains: texts(255).optional(),
  toolkitSlug: z.string().max(128).optional(),
})
