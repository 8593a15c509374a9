/**
 * The callback URL. A service that sends an issuer in its responses is distinguished by it and
 * shares one URL with others. One that does not has a URL for each auth config: a response that arrives
 * elsewhere was meant for another service, and its code must not be shown to this one (RFC 9700, section 4.4.2).
 */
export const redirectUriOf = (publicUrl: URL, authConfigId: string, hasIssuer: boolean): string =>
  new URL(hasIssuer ? callbackPath : `${callbackPath}/${authConfigId}`, publicUrl).href

export const callbackPath = '/oauth/callback'
