/** An address as a caller wrote it: its braces stand for no field of the account, which would be read out that way. */
export const literalAddress = (address: string): string =>
  address.replaceAll('{', '%7B').replaceAll('}', '%7D')
