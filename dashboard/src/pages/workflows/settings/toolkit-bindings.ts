import type { AuthConfig, ConnectedAccount, Workflow } from '@stoa/sdk'
import type { Choice } from '../../../components/form/field.tsx'

export type Account = Pick<ConnectedAccount, 'id' | 'label'> & { toolkit: { slug: string; name: string } }
export type Config = Pick<AuthConfig, 'id' | 'name' | 'displayName' | 'authScheme' | 'toolkit'>

/** What the tools of one toolkit use in a workflow. */
export type ToolkitBinding = {
  slug: string
  name: string
  accountId: string
  configId: string
  /** Of the bound account, where it cannot be used. */
  status: string | null
  accounts: Choice[]
  configs: Choice[]
}

const configLabel = ({ displayName, name, authScheme }: Config) =>
  `${displayName ?? name} (${authScheme.toLowerCase().replaceAll('_', ' ')})`

/** What is bound stays in the list also where it is not found anymore. */
const withBound = (choices: Choice[], bound: Choice | null): Choice[] =>
  bound && !choices.some(({ value }) => value === bound.value) ? [bound, ...choices] : choices

type Known = { accounts: readonly Account[]; configs: readonly Config[] }

/** The toolkits whose tools need an account, those that are bound, and those that were added on the page. */
export function bindingsOf(workflow: Workflow, { accounts, configs }: Known, added: readonly string[]) {
  const names = new Map<string, string>()
  const add = (slug: string, name = slug) => names.set(slug, names.get(slug) ?? name)
  for (const { toolkitSlug, toolkitName, needsAccount } of workflow.tools)
    if (needsAccount) add(toolkitSlug, toolkitName)
  const known = new Map([...accounts, ...configs].map(({ toolkit }) => [toolkit.slug, toolkit.name]))
  for (const { toolkitSlug } of [...workflow.toolkitConnections, ...workflow.toolkitAuthConfigs])
    add(toolkitSlug, known.get(toolkitSlug))
  for (const slug of added) add(slug, known.get(slug))
  const bindings = [...names].map(([slug, name]): ToolkitBinding => {
    const account = workflow.toolkitConnections.find(({ toolkitSlug }) => toolkitSlug === slug)
    const config = workflow.toolkitAuthConfigs.find(({ toolkitSlug }) => toolkitSlug === slug)
    const boundAccount = account && {
      value: account.connectedAccountId,
      label: account.label ?? account.displayName ?? account.connectedAccountId,
    }
    const boundConfig = config && { value: config.authConfigId, label: config.name ?? config.authConfigId }
    return {
      slug,
      name,
      accountId: account?.connectedAccountId ?? '',
      configId: config?.authConfigId ?? '',
      status: account && account.status !== 'ACTIVE' ? (account.status ?? 'deleted') : null,
      accounts: withBound(
        accounts.flatMap(({ id, label, toolkit }) =>
          toolkit.slug === slug ? [{ value: id, label: label ?? id }] : [],
        ),
        boundAccount ?? null,
      ),
      configs: withBound(
        configs.flatMap((each) =>
          each.toolkit.slug === slug ? [{ value: each.id, label: configLabel(each) }] : [],
        ),
        boundConfig ?? null,
      ),
    }
  })
  const others = [...known].flatMap(([value, label]) => (names.has(value) ? [] : [{ value, label }]))
  return { bindings, others }
}
