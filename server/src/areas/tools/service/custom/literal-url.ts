/** A literal URL of a caller: its braces are no placeholders for account fields, which could be exfiltrated that way. */
export const literalUrl = (url: string): string => url.replaceAll('{', '%7B').replaceAll('}', '%7D')
