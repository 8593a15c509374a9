import { z } from 'zod'

// A list of what is safe: cookies, policies and what a proxy in front of the server acts upon are not on it.
const settable = new Set([
  'cache-control',
  'content-disposition',
  'content-language',
  'content-type',
  'deprecation',
  'etag',
  'expires',
  'last-modified',
  'retry-after',
  'sunset',
])
// Proxies serve files, change their cache or sign requests in upon these.
const reserved =
  /^x-(?:accel|sendfile|lighttpd|litespeed|frame-options|content-|xss-|dns-|permitted-|powered-by|request-id|forwarded|real-ip|original|rewrite|http-method|ua-compatible|webkit-csp|download-options|middleware)/

/** Whether a workflow may set this header of the response to a webhook, which comes from the origin of the server. */
export const isSettableHeader = (name: string): boolean => {
  const lower = name.toLowerCase()
  return settable.has(lower) || (/^x-[a-z0-9_-]{1,98}$/.test(lower) && !reserved.test(lower))
}

export const settableHeaders = `${[...settable].join(', ')}, or a header that begins with X-; \`redirect\` sets Location`

const maxHeaders = 30
const Text = z.string().max(8_192)

/** How a webhook that responds with the output of its workflow sends it. */
export const ResponseSettings = z
  .strictObject({
    status: z
      .union([z.int().min(200).max(599), Text])
      .optional()
      .describe('200 without it, with `redirect` 303.'),
    headers: z
      .record(z.string().max(100), z.union([Text, z.number(), z.boolean()]))
      .refine((headers) => Object.keys(headers).length <= maxHeaders, `must be at most ${maxHeaders} headers`)
      .optional()
      .describe('`Content-Type`, caching, and headers that begin with `X-`.'),
    redirect: Text.optional().describe('An `http` or `https` URL that the caller is sent to.'),
  })
  .describe('The response of a webhook that has `respond`: its body is the output of this node.')
export type ResponseSettings = z.output<typeof ResponseSettings>
