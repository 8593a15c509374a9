export type Snippet = { label: string; text: string }

/** What a developer copies to have the chat on a page: the page, and the token that its server requests. */
export const embedSnippets = (origin: string, agentId: string): readonly [Snippet, ...Snippet[]] => [
  {
    label: 'HTML',
    text: `<script src="${origin}/embed.js" defer></script>
<stoa-chat agent="${agentId}" token-url="/chat-token" mode="panel"></stoa-chat>`,
  },
  {
    label: 'Server',
    text: `// Express; the user is the one who is signed in to your app.
app.post('/chat-token', async (request, response) => {
  const created = await fetch('${origin}/api/v1/chat/${agentId}/tokens', {
    method: 'POST',
    headers: { 'x-api-key': process.env.STOA_API_KEY, 'x-username': request.user.id, 'content-type': 'application/json' },
    body: '{}',
  })
  response.status(created.status).json(await created.json())
})`,
  },
  {
    label: 'CSP',
    text: `script-src ${origin}; connect-src 'self' ${origin}`,
  },
]

/** One origin on each line. */
export const originsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((each) => each.replace(/\/$/, ''))
      .filter((each) => each !== ''),
  ),
]
