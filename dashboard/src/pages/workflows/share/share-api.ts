export const sharePath = '/api/v1/chat/{agentId}/share'
export const tokensPath = '/api/v1/chat/{agentId}/tokens'
export const projectPath = '/api/v1/project'
