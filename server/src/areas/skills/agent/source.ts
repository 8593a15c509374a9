import { extname } from 'node:path'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AgentSource, OfferedTool } from '../../agents/index.ts'
import { textOf } from '../package/content-type.ts'
import { listActiveSkills, type SkillWithVersion } from '../store/skill.ts'
import { listFiles, readFiles } from '../store/version.ts'

type Turn = Parameters<AgentSource['tools']>[1]
type Arguments = Record<string, unknown>

const readTool = 'read_skill'
const scriptTool = 'run_skill_script'
const maxNoteLength = 12_000
const maxShownDescription = 400
const stepTimeoutMs = 120_000
const maxTextBytes = 256 * 1024

const languages: Readonly<Record<string, 'python' | 'javascript'>> = {
  '.py': 'python',
  '.js': 'javascript',
  '.mjs': 'javascript',
}

/**
 * Skills in the loop of agents, by progressive disclosure: the prompt has names and descriptions, the model reads the
 * instructions and files that it needs. Scripts run in the sandbox as the tool for scripts runs them, with the rights of
 * the acting user. A skill grants no tools.
 */
export function createSkillSource(db: Db): AgentSource {
  const skillsOf = async (scope: Scope, ids: readonly string[]): Promise<SkillWithVersion[]> => {
    const found = new Map((await listActiveSkills(db, scope, ids)).map((skill) => [skill.id, skill]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  async function find(scope: Scope, ids: readonly string[], slug: unknown): Promise<SkillWithVersion> {
    const skills = await skillsOf(scope, ids)
    const skill = skills.find((each) => each.slug === slug)
    if (skill) return skill
    throw new AppError('skill_not_found', `There is no skill ${JSON.stringify(String(slug).slice(0, 80))}`, {
      hint: `Available: ${skills.map((each) => each.slug).join(', ') || 'none'}.`,
    })
  }

  return {
    async notes({ skillIds = [] }, scope) {
      const skills = skillIds.length > 0 ? await skillsOf(scope, skillIds) : []
      return skills.length > 0 ? [noteOf(skills)] : []
    },
    async tools({ skillIds = [] }, turn) {
      if (skillIds.length === 0) return []
      const found = (slug: unknown) => find(turn.scope, skillIds, slug)
      return [readSkill(db, found), runScript(db, found, turn)]
    },
  }
}

/** As many as fit; a model that has none of a skill's text cannot use it by mistake. */
function noteOf(skills: readonly SkillWithVersion[]): string {
  const head = `## Skills\nBefore you do what one of these describes, read it with ${readTool} and follow it.`
  let text = head
  for (const { slug, description } of skills) {
    const line = `\n- ${slug}: ${description.replace(/\s+/g, ' ').slice(0, maxShownDescription)}`
    if (text.length + line.length > maxNoteLength) break
    text += line
  }
  return text
}

type Find = (slug: unknown) => Promise<SkillWithVersion>

const keyOf = (skill: SkillWithVersion) => ({ ...skill, skillId: skill.id, number: skill.version })

const readSkill = (db: Db, find: Find): OfferedTool => ({
  name: readTool,
  description:
    'Reads a skill: its instructions and a list of its files, or with path one of the files. Read the instructions before you use anything else of it.',
  parameters: {
    type: 'object',
    properties: { skill: { type: 'string' }, path: { type: 'string' } },
    required: ['skill'],
  },
  async plan({ arguments: args }) {
    const skill = await find(args.skill)
    return {
      kind: 'step',
      slug: readTool,
      arguments: args,
      risk: 'none',
      // What was installed or approved for the project is trusted like its prompts.
      taint: null,
      class: 'repeatable',
      identity: { own: readTool, arguments: args, version: skill.label },
      timeoutMs: stepTimeoutMs,
      execute: async () => ({
        isOk: true,
        output: args.path === undefined ? await overview(db, skill) : await fileOf(db, skill, args.path),
        creditsMicro: 0,
        logId: null,
      }),
    }
  },
})

async function overview(db: Db, skill: SkillWithVersion) {
  const files = (await listFiles(db, keyOf(skill))).filter(({ path }) => path !== 'SKILL.md')
  return {
    skill: skill.slug,
    version: skill.label,
    instructions: skill.instructions,
    ...(files.length > 0 ? { files: files.map(({ path, sizeBytes }) => ({ path, sizeBytes })) } : {}),
  }
}

async function fileOf(db: Db, skill: SkillWithVersion, path: unknown) {
  const [file] = await readFiles(db, keyOf(skill), String(path))
  const text = file && textOf(file.bytes)
  if (!file) return { error: 'skill_file_not_found', message: `${skill.slug} has no file with this path.` }
  if (text === null || text === undefined) return { error: 'not_text', message: 'The file is not text.' }
  return { skill: skill.slug, path: file.path, text }
}

const runScript = (db: Db, find: Find, { effects }: Turn): OfferedTool => ({
  name: scriptTool,
  description:
    'Runs a script of a skill (.py or .js) in a sandbox without network. Its function main is called with {input, files}; files has the text of the named files of the skill.',
  parameters: {
    type: 'object',
    properties: {
      skill: { type: 'string' },
      path: { type: 'string', description: 'Such as scripts/totals.py.' },
      input: { description: 'What the script works on, as its skill describes.' },
      files: {
        type: 'array',
        items: { type: 'string' },
        description: 'Paths of files that the script needs.',
      },
    },
    required: ['skill', 'path'],
  },
  async plan({ arguments: args }) {
    const skill = await find(args.skill)
    const { language, source } = await scriptOf(db, skill, args.path)
    const state = { input: args.input ?? null, files: await textsOf(db, skill, args) }
    const request = {
      toolSlug: `sandbox_run_${language}`,
      toolVersion: undefined,
      arguments: { source, state },
    }
    const planned = await effects.planTool(request)
    return {
      kind: 'step',
      slug: request.toolSlug,
      arguments: args,
      risk: 'none',
      taint: null,
      class: planned.class,
      identity: { tool: planned.identity, arguments: args, version: skill.label },
      timeoutMs: stepTimeoutMs,
      execute: planned.execute,
    }
  },
})

async function scriptOf(db: Db, skill: SkillWithVersion, path: unknown) {
  const language = languages[extname(String(path)).toLowerCase()]
  if (!language) throw invalid('path must be that of a .py or .js file of the skill')
  return { language, source: await readText(db, skill, path) }
}

async function textsOf(
  db: Db,
  skill: SkillWithVersion,
  { files = [] }: Arguments,
): Promise<Record<string, string>> {
  if (!Array.isArray(files)) throw invalid('files must be a list of paths')
  const texts: Record<string, string> = {}
  let bytes = 0
  for (const path of files.map(String)) {
    texts[path] = await readText(db, skill, path)
    bytes += Buffer.byteLength(texts[path])
    if (bytes > maxTextBytes) throw invalid(`files are larger than ${maxTextBytes} bytes together`)
  }
  return texts
}

async function readText(db: Db, skill: SkillWithVersion, path: unknown): Promise<string> {
  const [file] = await readFiles(db, keyOf(skill), String(path))
  const text = file ? textOf(file.bytes) : null
  if (text === null || Buffer.byteLength(text) > maxTextBytes)
    throw invalid(
      `${skill.slug} has no text file ${JSON.stringify(String(path).slice(0, 80))} of at most ${maxTextBytes} bytes`,
    )
  return text
}

const invalid = (message: string) => new AppError('invalid_parameter', message)
