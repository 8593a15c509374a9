export const area = 'Chat'
export const exampleAgentId = '01985c3e-1f00-7a55-b2c4-7e8d9f0a1b2c'

export const exampleTokenId = '01985c3e-2b00-7c66-a1d2-3e4f5a6b7c8d'
export const exampleToken = {
  id: exampleTokenId,
  token: 'stoaeu_(shown once)',
  expiresAt: '2026-07-30T09:30:00.000Z',
  agentId: exampleAgentId,
  externalUser: { id: '01985c3e-0a10-7b11-8c22-9d33ae44bf55', name: 'alice' },
}

export const exampleShare = {
  agentId: exampleAgentId,
  isEnabled: false,
  url: `https://stoa.example.com/chat/${exampleAgentId}`,
  messagesPerVisitor: 50,
  creditsPerDay: 20,
  updatedAt: '2026-07-30T09:15:00.000Z',
}
