import { escapeHtml } from '../../../kernel/text/escape-html.ts'
import type { SharedAgent } from '../store/share.ts'

/** The page of a shared agent: the same component that others embed, over the whole window. */
export const sharedPage = ({ agentId, name }: SharedAgent): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(name)}</title>
    <link rel="icon" href="/pages/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/pages/shared-chat.css" />
    <script src="/embed.js" defer></script>
  </head>
  <body>
    <stoa-chat agent="${agentId}" token-url="/api/v1/chat/${agentId}/visitor" remember>
      <noscript>This page needs JavaScript.</noscript>
    </stoa-chat>
  </body>
</html>
`
