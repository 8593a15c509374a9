/** A literal URL of a caller: its braces are no placeholders for account fields, which could be exfiltrated that way. */
export const literalAddress = (address: string): string =>
  address.replaceAll('{', '%7B').replaceAll('}', '%7D')
