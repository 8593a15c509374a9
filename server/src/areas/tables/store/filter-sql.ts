import { likePattern, type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection } from '../schema/collection.ts'
import type { Condition, Filter, SystemColumn, Target } from '../schema/filter.ts'

/** A place in a statement that has the columns of a document: a table under an alias. */
export type Alias = 'd' | 'r' | 'n' | 'o'

const timeForm = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const systemExpressions: Record<SystemColumn, (alias: Alias) => string> = {
  id: (alias) => `to_jsonb(${alias}.id::text)`,
  ownerId: (alias) => `to_jsonb(${alias}.owner_id::text)`,
  createdAt: (alias) => `to_jsonb(to_char(${alias}.created_at at time zone 'utc', ${timeForm}))`,
  updatedAt: (alias) => `to_jsonb(to_char(${alias}.updated_at at time zone 'utc', ${timeForm}))`,
  version: (alias) => `to_jsonb(${alias}.version)`,
}

/** The JSON value of a field or system column; its name is a parameter, never part of the text. */
export const fieldValue = (name: string, alias: Alias): Statement =>
  Object.hasOwn(systemExpressions, name)
    ? sqlText(systemExpressions[name as SystemColumn](alias))
    : sql`(${sqlText(alias)}.data -> ${name}::text)`

/** Who may see a document, as a condition on it. */
export function visibleTo(
  scope: Scope,
  { access }: Pick<Collection, 'access'>,
  alias: Alias,
): Statement | null {
  if (access !== 'owner' || scope.acrossUsers) return null
  return sql`${sqlText(alias)}.owner_id = ${scope.externalUser.id}`
}

/** True or false, never unknown, so that `_not` negates it. */
export function filterSql(filter: Filter, scope: Scope, alias: Alias = 'd'): Statement {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => filterSql(part, scope, alias))
      if (parts.length === 0) return sqlText(filter.kind === 'and' ? 'true' : 'false')
      const word = sqlText(filter.kind)
      return sql`(${parts.reduce((left, right) => sql`${left} ${word} ${right}`)})`
    }
    case 'not':
      return sql`(not ${filterSql(filter.part, scope, alias)})`
    case 'is':
      return conditionSql(filter, filter.target, scope, alias)
  }
}

function conditionSql(condition: Condition, target: Target, scope: Scope, alias: Alias): Statement {
  if (target.kind !== 'hop') return sql`((${comparison(condition, fieldValue(target.name, alias))}) is true)`
  const link = fieldValue(target.relation, alias)
  const visible = visibleTo(scope, target.collection, 'r')
  const inner = conditionSql(condition, target.target, scope, 'r')
  // What a caller may not read cannot be found out by filtering either.
  return sql`exists (select 1 from document r
    where r.project_id = ${scope.projectId} and r.collection_id = ${target.collection.id}
      and r.id = case when jsonb_typeof(${link}) = 'string' then (${link} #>> '{}')::uuid end
      and ${visible ?? sqlText('true')} and ${inner})`
}

const json = (value: unknown) => JSON.stringify(value)

function comparison({ operator, value }: Condition, x: Statement): Statement {
  switch (operator) {
    case '_eq':
      return value === null ? sql`${x} is null` : sql`${x} = ${json(value)}::jsonb`
    case '_neq':
      return value === null ? sql`${x} is not null` : sql`${x} is distinct from ${json(value)}::jsonb`
    case '_lt':
      return ordered(x, '<', value)
    case '_lte':
      return ordered(x, '<=', value)
    case '_gt':
      return ordered(x, '>', value)
    case '_gte':
      return ordered(x, '>=', value)
    case '_between': {
      const [low, high] = value as [unknown, unknown]
      return sql`${ordered(x, '>=', low)} and ${ordered(x, '<=', high)}`
    }
    case '_in':
      return sql`${x} = any(${(value as unknown[]).map(json)}::text[]::jsonb[])`
    case '_nin':
      return sql`(${x} is null or not ${x} = any(${(value as unknown[]).map(json)}::text[]::jsonb[]))`
    case '_null':
      return value === true ? sql`${x} is null` : sql`${x} is not null`
    case '_nnull':
      return value === true ? sql`${x} is not null` : sql`${x} is null`
    case '_empty': {
      const empty = sql`(${x} is null or ${x} in ('""', '[]', '{}'))`
      return value === true ? empty : sql`not ${empty}`
    }
    case '_contains':
      return typeof value === 'string'
        ? sql`case jsonb_typeof(${x}) when 'string' then strpos(${x} #>> '{}', ${value}) > 0
            when 'array' then ${x} @> ${json(value)}::jsonb end`
        : sql`jsonb_typeof(${x}) = 'array' and ${x} @> ${json(value)}::jsonb`
    case '_icontains':
      return text(x, sql`(${x} #>> '{}') ilike ${likePattern(String(value))}`)
    case '_starts_with':
      return text(x, sql`starts_with(${x} #>> '{}', ${value})`)
    case '_ends_with':
      return text(x, sql`right(${x} #>> '{}', length(${value})) = ${value}`)
  }
}

const text = (x: Statement, test: Statement) => sql`case when jsonb_typeof(${x}) = 'string' then ${test} end`

/** Only values of one kind have an order: a text is neither more nor less than a number. */
function ordered(x: Statement, sign: '<' | '<=' | '>' | '>=', value: unknown): Statement {
  const compare = sqlText(sign)
  if (typeof value === 'number')
    return sql`case when jsonb_typeof(${x}) = 'number' then ${x}::numeric ${compare} ${String(value)}::numeric end`
  if (typeof value === 'boolean')
    return sql`case when jsonb_typeof(${x}) = 'boolean' then ${x}::boolean ${compare} ${value}::boolean end`
  return text(x, sql`(${x} #>> '{}') collate "C" ${compare} ${String(value)}`)
}

/** Part of any text or number of the document. */
export const searchSql = (words: string): Statement =>
  sql`exists (select 1 from jsonb_each_text(d.data) each where each.value ilike ${likePattern(words)})`
