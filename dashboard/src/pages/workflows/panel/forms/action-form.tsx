import type { ToolDetail } from '@stoa/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useCallback, useState } from 'react'
import { Button } from '../../../../components/actions/button.tsx'
import { ErrorAlert } from '../../../../components/feedback/error-alert.tsx'
import { SkeletonLines } from '../../../../components/feedback/skeleton.tsx'
import { SelectField } from '../../../../components/form/field.tsx'
import { accountsPath } from '../../../../features/connections/connections-api.ts'
import { resolve, shapeOf } from '../../../../features/tools/schema-form/field-shape.ts'
import { OptionsContext } from '../../../../features/tools/schema-form/options-source.ts'
import {
  type FieldProps,
  FieldWrapperContext,
  SchemaFields,
} from '../../../../features/tools/schema-form/schema-fields.tsx'
import { ToolPicker } from '../../../../features/tools/tool-picker.tsx'
import { toolPath, toolUrl } from '../../../../features/tools/tools-api.ts'
import { useRead } from '../../../../project.ts'
import { MappedField } from '../mapped-field.tsx'
import { orNone, textIn, usePanelNode } from '../panel-context.ts'

/** The tool, the account that it uses and its arguments, each a value or an expression. */
export function ActionForm() {
  const { node, change, isReadOnly } = usePanelNode()
  const slug = textIn(node.toolSlug)
  const [isPicking, setPicking] = useState(false)
  const tool = useRead(
    ['tools', 'one', slug],
    (api, signal) => api.get(toolPath, { params: { id: slug }, signal }),
    { isEnabled: slug !== '' },
  )
  return (
    <>
      <div className="tool-choice">
        <span className="field-label">Tool</span>
        {tool.data ? <Link to={toolUrl(slug)}>{tool.data.name}</Link> : <code>{slug || 'none'}</code>}
        {!isReadOnly && <Button onClick={() => setPicking(true)}>{slug ? 'Change' : 'Select'}</Button>}
      </div>
      {tool.data ? (
        <ToolArguments key={slug} tool={tool.data} />
      ) : tool.error ? (
        <ErrorAlert error={tool.error} retry={() => void tool.refetch()} />
      ) : (
        slug !== '' && <SkeletonLines count={4} />
      )}
      {isPicking && (
        <ToolPicker
          onPick={(toolSlug) => change({ toolSlug, toolVersion: undefined }, 'toolSlug')}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

function ToolArguments({ tool }: { tool: ToolDetail }) {
  const { node, change, faults } = usePanelNode()
  const root = tool.inputParameters
  const shape = shapeOf(resolve(root, root), root)
  const values = (node.inputMapping ?? {}) as Record<string, unknown>
  const wrap = useCallback(
    (field: FieldProps, drawn: ReactNode) => (
      <MappedField field={field} base="/inputMapping">
        {drawn}
      </MappedField>
    ),
    [],
  )
  const errors = new Map(
    [...faults].flatMap(([path, message]) =>
      path.startsWith('/inputMapping') ? [[path.slice('/inputMapping'.length), message] as const] : [],
    ),
  )
  const source = {
    toolSlug: tool.slug,
    user: '',
    version: '',
    accountId: textIn(node.connectedAccountId),
    values,
  }
  return (
    <>
      {!tool.noAuth && <AccountField tool={tool} />}
      {shape.kind === 'object' && shape.fields.length > 0 ? (
        <OptionsContext value={source}>
          <FieldWrapperContext value={wrap}>
            <SchemaFields
              fields={shape.fields}
              root={root}
              path=""
              depth={0}
              errors={errors}
              value={values}
              onChange={(inputMapping) => change({ inputMapping }, 'inputMapping')}
            />
          </FieldWrapperContext>
        </OptionsContext>
      ) : (
        <p className="muted">This tool takes no arguments.</p>
      )}
    </>
  )
}

const accountLimit = 50

function AccountField({ tool }: { tool: ToolDetail }) {
  const { node, change } = usePanelNode()
  const { data } = useRead(['accounts', 'choices', tool.toolkitSlug, ''], (api, signal) =>
    api.get(accountsPath, {
      query: { toolkitSlugs: tool.toolkitSlug, statuses: ['ACTIVE'], limit: accountLimit },
      signal,
    }),
  )
  return (
    <SelectField
      label="Account"
      name="connectedAccountId"
      value={textIn(node.connectedAccountId)}
      onChange={(id) => change({ connectedAccountId: orNone(id) }, 'connectedAccountId')}
      hint="Bindings are set under Settings."
      choices={[
        { value: '', label: 'Bound account of the workflow' },
        ...(data ?? []).map(({ id, label }) => ({ value: id, label })),
      ]}
    />
  )
}
