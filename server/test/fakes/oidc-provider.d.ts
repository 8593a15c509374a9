/** The library comes without types; what the tests use of it is said where they use it. */
declare module 'oidc-provider' {
  export const Provider: new (issuer: string, configuration: object) => object
}
