import type { Trigger } from '@stoa/sdk'

type Hook = Pick<Trigger, 'webhookUrl' | 'triggerConfig'>
type Hmac = {
  header?: string
  prefix?: string
  algorithm?: string
  encoding?: string
  timestampHeader?: string
}

const body = `body='{"message":"Hello"}'`
const now = 'now=$(date +%s)'
const secret = '"$WEBHOOK_SECRET"'

/** The signature of a text, computed by the shell. */
function signed(text: string, algorithm: string, encoding: string, key = `-hmac ${secret}`): string {
  const digest = `printf %s ${text} | openssl dgst -${algorithm} ${key}`
  return encoding === 'base64'
    ? `$(${digest} -binary | openssl base64 -A)`
    : `$(${digest} -r | cut -d' ' -f1)`
}

/** The lines before the request, and its headers. */
function signing({ triggerConfig }: Hook): { lines: string[]; headers: string[] } {
  switch (triggerConfig.signature) {
    case 'none':
      return { lines: [], headers: [] }
    case 'github':
      return {
        lines: [],
        headers: [
          'X-GitHub-Event: push',
          `X-Hub-Signature-256: sha256=${signed('"$body"', 'sha256', 'hex')}`,
        ],
      }
    case 'stripe':
      return {
        lines: [now],
        headers: [`Stripe-Signature: t=$now,v1=${signed('"$now.$body"', 'sha256', 'hex')}`],
      }
    case 'slack':
      return {
        lines: [now],
        headers: [
          'X-Slack-Request-Timestamp: $now',
          `X-Slack-Signature: v0=${signed('"v0:$now:$body"', 'sha256', 'hex')}`,
        ],
      }
    case 'shopify':
      return { lines: [], headers: [`X-Shopify-Hmac-Sha256: ${signed('"$body"', 'sha256', 'base64')}`] }
    case 'hmac': {
      const { header, prefix = '', algorithm, encoding, timestampHeader }: Hmac = triggerConfig.hmac ?? {}
      const text = timestampHeader === undefined ? '"$body"' : '"$now.$body"'
      const signature = signed(text, algorithm ?? 'sha256', encoding ?? 'hex')
      return {
        lines: timestampHeader === undefined ? [] : [now],
        headers: [
          ...(timestampHeader === undefined ? [] : [`${timestampHeader}: $now`]),
          `${header ?? 'X-Signature'}: ${prefix}${signature}`,
        ],
      }
    }
    default: {
      // The secret is Base64 behind its prefix.
      const key = `-mac HMAC -macopt hexkey:$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')`
      return {
        lines: [now, 'id=msg_$now'],
        headers: [
          'webhook-id: $id',
          'webhook-timestamp: $now',
          `webhook-signature: v1,${signed('"$id.$now.$body"', 'sha256', 'base64', key)}`,
        ],
      }
    }
  }
}

/** A request for a shell that is signed as the trigger requires. `WEBHOOK_SECRET` is the secret that was shown once. */
export function hookCurl(hook: Hook): string {
  const { lines, headers } = signing(hook)
  return [
    body,
    ...lines,
    [
      `curl '${hook.webhookUrl ?? ''}' -H 'content-type: application/json' --data-raw "$body"`,
      ...headers.map((header) => `-H "${header}"`),
    ].join(' \\\n  '),
  ].join('\n')
}
