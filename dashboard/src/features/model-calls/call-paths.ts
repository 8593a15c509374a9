export const callsPath = '/api/v1/ai/calls'
export const callPath = '/api/v1/ai/calls/{id}'
export const chatPath = '/api/v1/ai/llm/chat'
