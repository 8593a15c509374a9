import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Graph } from '../../schema/graph.ts'
import type { GraphOpsBody, GraphOpsResult, ValidationResult } from '../../schema/graph-ops.ts'
import { versionLabel } from '../../schema/version-number.ts'
import { storedForm } from '../../store/version.ts'
import { getDefinition, getWorkflow } from '../access.ts'
import type { Editor, IfMatch } from '../definitions/editor.ts'
import { emptyGraph, refuseLarge, withIds } from '../definitions/new-graph.ts'
import { hasErrors, type Validate } from '../validation/validate.ts'
import { applyOps, type InverseOp } from './apply.ts'

export type GraphEditDeps = { db: Db; edit: Editor; validate: Validate }

/** Changes of parts of a graph, as a canvas makes them, and what is wrong with one. */
export function createGraphEdits({ db, edit, validate }: GraphEditDeps) {
  return {
    async apply(scope: Scope, id: string, body: GraphOpsBody, ifMatch: IfMatch): Promise<GraphOpsResult> {
      let inverse: InverseOp[] = []
      const { workflow, definition, inspection } = await edit(scope, id, ifMatch, (current) => {
        const { version, type } = current.workflow
        if (body.ifVersion !== undefined && body.ifVersion !== version) throw newerVersion(version)
        const applied = applyOps(current.definition.graph ?? emptyGraph, body.ops)
        inverse = applied.inverse
        return {
          definition: { ...current.definition, graph: applied.graph },
          note: body.note,
          isAmendment: body.amend === true,
          publish: type === 'agent' ? 'if-valid' : false,
          details: { operations: body.ops.length },
        }
      })
      const problems = (inspection ?? (await validate(scope, workflow, definition))).problems
      return {
        version: versionLabel(workflow.version),
        versionNumber: workflow.version,
        revision: workflow.revision,
        lifecycle: workflow.isReady ? 'ready' : 'draft',
        graph: definition.graph!,
        inverse,
        problems,
      }
    },
    async validate(scope: Scope, id: string, graph: Graph | undefined): Promise<ValidationResult> {
      const workflow = await getWorkflow(db, scope, id)
      const definition = graph
        ? { graph: withIds(graph), agent: null }
        : await getDefinition(db, scope, workflow, workflow.version)
      if (graph) refuseLarge(storedForm(definition))
      const type = graph ? 'static' : workflow.type
      const { problems } = await validate(scope, { id, type }, definition)
      const errorCount = problems.filter(({ severity }) => severity === 'error').length
      return {
        valid: !hasErrors({ problems }),
        version: graph ? null : versionLabel(workflow.version),
        errorCount,
        warningCount: problems.length - errorCount,
        problems,
      }
    },
  }
}

export type GraphEdits = ReturnType<typeof createGraphEdits>

const newerVersion = (version: number) =>
  new AppError('version_conflict', `The newest version is ${versionLabel(version)}`, {
    facts: { version: versionLabel(version), versionNumber: version },
    hint: 'Read the workflow again and send the operations with its version.',
  })
