import type { McpClientSnippet } from '../schema/server.ts'

type Target = { name: string; url: string }

const keyVariable = 'STOA_API_KEY'

const json = (value: unknown) => JSON.stringify(value, null, 2)

/** What is pasted into common clients. The key is never part of it: it is read from a variable, or entered by the user. */
export const snippetsFor = ({ name, url }: Target): McpClientSnippet[] => [
  {
    client: 'claude-desktop',
    title: 'Claude Desktop',
    file: 'claude_desktop_config.json',
    language: 'json',
    text: json({
      mcpServers: {
        [name]: {
          command: 'npx',
          args: ['-y', 'mcp-remote', url, '--header', `x-api-key:\${${keyVariable}}`],
          env: { [keyVariable]: '<API key>' },
        },
      },
    }),
  },
  {
    client: 'claude-code',
    title: 'Claude Code',
    file: null,
    language: 'shell',
    text: `claude mcp add --transport http ${name} ${url} --header "x-api-key: $${keyVariable}"`,
  },
  {
    client: 'cursor',
    title: 'Cursor',
    file: '.cursor/mcp.json',
    language: 'json',
    text: json({ mcpServers: { [name]: { url, headers: { 'x-api-key': `\${env:${keyVariable}}` } } } }),
  },
  {
    client: 'vscode',
    title: 'VS Code',
    file: '.vscode/mcp.json',
    language: 'json',
    text: json({
      inputs: [{ type: 'promptString', id: 'stoa-key', description: 'Stoa API key', password: true }],
      servers: { [name]: { type: 'http', url, headers: { 'x-api-key': `\${input:stoa-key}` } } },
    }),
  },
  {
    client: 'codex',
    title: 'Codex',
    file: '~/.codex/config.toml',
    language: 'toml',
    text: `[mcp_servers.${name}]\nurl = ${JSON.stringify(url)}\nbearer_token_env_var = "${keyVariable}"\n`,
  },
  {
    client: 'inspector',
    title: 'MCP Inspector',
    file: null,
    language: 'shell',
    text: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --method tools/list --header "x-api-key: $${keyVariable}"`,
  },
]
