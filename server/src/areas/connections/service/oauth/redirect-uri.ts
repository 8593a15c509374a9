/**
 * Where services send people back to. A service that names itself in its answers is distinguished by that name and
 * shares one address with its like. One that does not has an address for each auth config: an answer that arrives
 * elsewhere was meant for another service, and its code must not be shown to this one (RFC 9700, section 4.4.2).
 */
export const redirectUriOf = (publicUrl: URL, authConfigId: string, hasIssuer: boolean): string =>
  new URL(hasIssuer ? callbackPath : `${callbackPath}/${authConfigId}`, publicUrl).href

export const callbackPath = '/oauth/callback'
