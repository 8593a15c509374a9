/** The suites start this as their client: it hands the URL of their server to the test that runs the product. */
const response = await fetch(process.env.CLIENT_DRIVER_URL, {
  method: 'POST',
  body: JSON.stringify({
    url: process.argv.at(-1),
    scenario: process.env.MCP_CONFORMANCE_SCENARIO,
    context: process.env.MCP_CONFORMANCE_CONTEXT,
  }),
})
process.stdout.write(await response.text())
process.exitCode = response.ok ? 0 : 1
