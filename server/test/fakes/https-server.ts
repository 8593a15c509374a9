import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

// Of 127.0.0.1 alone, signed by a certificate authority that no one else trusts and whose key was not kept.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+2cU+dEs57Z2WvZ8
G6HX9jOtq5ZBLUgXJZuN8a2gQJOhRANCAASK0oIte8oiennk21GRIqfBQuue7PsY
nU+16kZ5jwkDuQp/hRgSYgK9w3advWTiMDvUNlrPyF8oeqB57wEfrzYy
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU6gAwIBAgIUIjBnbjScia9K5uCyBVkV3qL3kBkwCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMTcxNzE1MDNaGA8yMTI2MTAyNDE3
MTUwM1owFDESMBAGA1UEAwwJMTI3LjAuMC4xMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEitKCLXvKInp55NtRkSKnwULrnuz7GJ1PtepGeY8JA7kKf4UYEmICvcN2
nb1k4jA71DZaz8hfKHqgee8BH682MqN+MHwwGgYDVR0RBBMwEYcEfwAAAYIJbG9j
YWxob3N0MAkGA1UdEwQCMAAwEwYDVR0lBAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYE
FJPPR7DtnlHtCMbFgMt3h1rhxM8ZMB8GA1UdIwQYMBaAFCGvnpldCilcckgbNJxZ
zz3fXKLKMAoGCCqGSM49BAMCA0gAMEUCIQCRsNn6vs18BFr4t/4r5uwsuiKWvtd7
Dt5KBYd35WrleQIgZdh249lSEdhQDDOE2DENKbyc2zaJi467kYhzghfWu9w=
-----END CERTIFICATE-----`
const authority = `-----BEGIN CERTIFICATE-----
MIIBijCCATGgAwIBAgIUJ1F+FCrdLQC1JuXha31QPfCFue4wCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHVGVzdCBDQTAgFw0yNjExMTcxNzE1MDNaGA8yMTI2MTAyNDE3
MTUwM1owEjEQMA4GA1UEAwwHVGVzdCBDQTBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABPhJDvJ31IoM13RA23FSUuAEsi6T2Ba05CnKcbK1GN5w5e47PcyAQbp8sh9n
2NlwR7eJxjvDsGU3+iI/FaIMQqSjYzBhMB0GA1UdDgQWBBQhr56ZXQopXHJIGzSc
Wc8931yiyjAfBgNVHSMEGDAWgBQhr56ZXQopXHJIGzScWc8931yiyjAPBgNVHRMB
Af8EBTADAQH/MA4GA1UdDwEB/wQEAwICBDAKBggqhkjOPQQDAgNHADBEAiB6fWF8
caIB8RmqOm3Gk63zw5ZFQTnaanv9DRnVGRRBTgIgAVNdD+X9JM3LV7/+TMyycpu2
UgFm1uz+LQrfEJfxgWc=
-----END CERTIFICATE-----`

/** For servers of other protocols. */
export const testCertificate = { key, cert, authority }

/** An HTTPS server on loopback. This process trusts its certificate while `trust` is on. */
export async function startHttpsServer(respond: RequestListener) {
  const trusted = getCACertificates('default')
  const server = createServer({ key, cert }, respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    trust: (isTrusted: boolean) => setDefaultCACertificates(isTrusted ? [...trusted, authority] : trusted),
    async stop() {
      setDefaultCACertificates(trusted)
      server.closeAllConnections()
      server.close()
    },
  }
}
