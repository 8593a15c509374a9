/** What a proxy did instead of opening the connection; continues "The proxy …". */
export class ProxyRefusal extends Error {}
