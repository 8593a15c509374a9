export const area = 'Skills'
export const exampleId = '01985c3e-2a40-7c61-9d11-3b5a7c9e1f20'
export const params = { id: exampleId }

export const exampleSurface = {
  tools: [],
  urls: [],
  commands: [],
  writes: [],
  secrets: [],
  scripts: ['scripts/totals.py'],
  hiddenText: [],
}

export const exampleFiles = [
  {
    path: 'SKILL.md',
    sizeBytes: 412,
    contentType: 'text/markdown',
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
]

const at = '2026-07-30T09:15:00.000Z'
const treeHash = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9'

const common = {
  id: exampleId,
  slug: 'weekly-report',
  name: 'Weekly report',
  description: 'Writes the weekly report of a team. Use it when a user wants a report of the week.',
  category: 'writing',
  tags: ['report'],
  version: '1.0.0',
  sourceUrl: '',
  skillsShUrl: '',
  installCount: 0,
}

export const exampleSkill = {
  ...common,
  source: 'custom' as const,
  instructions: '# Weekly report\n\n1. List what was finished.',
  registryMeta: {},
  presets: { suggestedToolSlugs: [] },
  isPublic: false,
  activeStatus: true,
  files: exampleFiles,
  packageFileCount: 1,
  suggestedToolSlugs: [],
  license: null,
  compatibility: null,
  surface: exampleSurface,
  isCreator: true,
  isInstalled: true,
  changed: true,
  revision: 1,
  createdAt: at,
  updatedAt: at,
}

export const exampleCatalogueSkill = {
  ...common,
  source: 'platform' as const,
  kind: 'platform' as const,
  isInstalled: false,
  registryMeta: {},
  links: {
    detail: `/api/v1/skills/detail/${exampleId}`,
    install: `/api/v1/skills/library/add/${exampleId}`,
  },
}

export const exampleVersion = {
  version: '1.0.0',
  number: 1,
  isActive: true,
  isApproved: true,
  description: common.description,
  treeHash,
  commitSha: null,
  packageFileCount: 1,
  surface: exampleSurface,
  createdAt: at,
}

export const exampleCreate = {
  name: common.name,
  description: common.description,
  instructions: exampleSkill.instructions,
}

export const exampleValidation = {
  valid: true,
  slug: common.slug,
  description: common.description,
  packageFileCount: 1,
  sizeBytes: 412,
  treeHash,
  surface: exampleSurface,
  problems: [],
}

export const exampleRegistrySkill = {
  id: exampleId,
  kind: 'skill' as const,
  registryId: 'example/skills',
  repo: 'example/skills',
  skillPath: 'skills/weekly-report',
  name: common.slug,
  description: common.description,
  commitSha: '3f786850e387550fdab836ed7e6dc881de23001b',
  isInstalled: false,
  stars: null,
}

export const exampleSync = {
  status: 'approval_required' as const,
  version: '1.0.0',
  pendingVersion: '1.0.1',
  commitSha: exampleRegistrySkill.commitSha,
  treeHash,
  files: [{ path: 'SKILL.md', change: 'changed' as const, sizeBefore: 412, sizeAfter: 498 }],
  surface: {
    before: exampleSurface,
    after: { ...exampleSurface, urls: ['https://api.example.com'] },
    grown: { urls: ['https://api.example.com'] },
  },
}
