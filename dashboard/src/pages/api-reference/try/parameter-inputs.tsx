import { pluralize } from '../../../components/text/pluralize.ts'
import type { Problem } from '../request/compose.ts'
import { type Draft, type ParameterLocation, parameterLocations } from '../request/draft.ts'
import type { OpenApiDocument } from '../spec/document.ts'
import type { Operation, OperationParameter } from '../spec/operation.ts'
import { SchemaInput } from './schema-input.tsx'

type ParameterInputsProps = {
  document: OpenApiDocument
  operation: Operation
  draft: Draft
  problems: readonly Problem[]
  onChange(change: (before: Draft) => Draft): void
}

const isParameterLocation = (location: string): location is ParameterLocation =>
  parameterLocations.some((each) => each === location)

// A few optional parameters fit; a wall of them would hide the button.
const shownOptional = 3

/** What is required first; the rest can be opened. */
export function ParameterInputs({ document, operation, draft, problems, onChange }: ParameterInputsProps) {
  const parameters = operation.parameters.filter((each) => isParameterLocation(each.in))
  const isRequired = ({ in: location, required }: OperationParameter) =>
    location === 'path' || required === true
  const inputFor = (parameter: OperationParameter) => {
    const { name } = parameter
    const location = parameter.in as ParameterLocation
    return (
      <SchemaInput
        key={`${location} ${name}`}
        document={document}
        name={name}
        schema={parameter.schema}
        isRequired={isRequired(parameter)}
        value={draft[location][name]}
        error={problems.find((problem) => problem.name === name)?.message}
        onChange={(value) =>
          onChange((before) => ({ ...before, [location]: { ...before[location], [name]: value } }))
        }
      />
    )
  }
  const optional = parameters.filter((each) => !isRequired(each))
  return (
    <>
      {parameters.filter(isRequired).map(inputFor)}
      {optional.length > 0 && (
        <details className="try-optional" open={optional.length <= shownOptional}>
          <summary>{pluralize(optional.length, 'optional parameter')}</summary>
          <div className="form">{optional.map(inputFor)}</div>
        </details>
      )}
    </>
  )
}
