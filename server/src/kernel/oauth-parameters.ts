/**
 * Parameters of an authorization request that the server alone sets (RFC 6749, 7636, 9101). One that came from elsewhere
 * could send the response to another client or URL, switch off the proof of PKCE, or replace all the others.
 */
const fixed = new Set([
  'client_id',
  'client_secret',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
])

export const isFixedOAuthParameter = (name: string): boolean => fixed.has(name.trim().toLowerCase())
